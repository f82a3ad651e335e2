// The only file that imports preact and its signals: what the page uses of them, by name.
export { render } from 'preact'
export type { JSX } from 'preact'
export { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks'
export { computed, effect, signal } from '@preact/signals'
