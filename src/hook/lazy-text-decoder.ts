// What stands in for `TextDecoder` in the hook's bundle? The same, made when it first decodes: the shell's parser makes one for texts that are rare.
type Options = NonNullable<ConstructorParameters<typeof globalThis.TextDecoder>[1]>

export class TextDecoder {
  readonly #label: string
  readonly #options: Options
  #made: InstanceType<typeof globalThis.TextDecoder> | undefined
  constructor(label = 'utf-8', options: Options = {}) {
    this.#label = label
    this.#options = options
  }
  decode(...given: Parameters<InstanceType<typeof globalThis.TextDecoder>['decode']>): string {
    this.#made ??= new globalThis.TextDecoder(this.#label, this.#options)
    return this.#made.decode(...given)
  }
}
