// Which view is open, and of what: `#/name` or `#/name/detail` in the address.
import { computed, signal } from './lib.ts'

const path = signal(location.hash)
export const watchAddress = (): void =>
  window.addEventListener('hashchange', () => {
    path.value = location.hash
    window.scrollTo(0, 0)
  })

const parts = computed(() => /^#\/([a-z]+)(?:\/([\w.-]{1,100}))?$/.exec(path.value))
export const viewName = computed(() => parts.value?.[1] ?? '')
export const detail = computed(() => parts.value?.[2] ?? '')
export const openView = (name: string): void => void (location.hash = `/${name}`)
