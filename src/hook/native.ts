// How does the hook reach what Node has built in, without the modules that Node wraps round it? Those cost a short-lived process more than all it does with them.

/** Throws where Node offers this way no longer: whoever asks goes without, or a slower way. */
// eslint-disable-next-line typescript/no-unnecessary-type-parameters -- Node has no types for these: the caller says what it expects.
export function binding<Part>(name: 'contextify' | 'pipe_wrap' | 'v8' | 'zlib', use: (part: Part) => void): void {
  const { noDeprecation } = process
  try {
    process.noDeprecation = true
    use((process as unknown as { binding: (name: string) => Part }).binding(name))
  } finally {
    if (noDeprecation === undefined) delete process.noDeprecation
    else process.noDeprecation = noDeprecation
  }
}
