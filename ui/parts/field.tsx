// A text field that counts when it is left, or on Enter: half a word is none, and nothing that is drawn meanwhile takes it away.
import { useState } from '../lib.ts'
import type { JSX } from '../lib.ts'

interface FieldProps {
  readonly label: string
  readonly value: string
  readonly onValue: (value: string) => void
  readonly example?: string
  readonly isSearch?: boolean
}
export function Field({ label, value, onValue, example = '', isSearch = false }: FieldProps): JSX.Element {
  const [draft, setDraft] = useState(value)
  const common = {
    value: draft,
    placeholder: example,
    autocomplete: 'off',
    spellcheck: false,
    onInput: ({ currentTarget }: { readonly currentTarget: HTMLInputElement }) => setDraft(currentTarget.value),
    onChange: ({ currentTarget }: { readonly currentTarget: HTMLInputElement }) => onValue(currentTarget.value.trim()),
  } as const
  return (
    <label class={isSearch ? 'wide' : ''}>
      <span>{label}</span>
      {isSearch ? <input type="search" {...common} /> : <input type="text" {...common} />}
    </label>
  )
}
