// Which view is open: its name stands in the address after `#/`.
import { computed, signal } from './lib.ts'
import { VIEWS } from './views/list.ts'

const path = signal(location.hash)
export const watchAddress = (): void => window.addEventListener('hashchange', () => (path.value = location.hash))

export const viewNow = computed(() => {
  const name = /^#\/([a-z]+)/.exec(path.value)?.[1]
  return VIEWS.find((view) => view.name === name) ?? VIEWS[0]
})
export const openView = (name: string): void => void (location.hash = `/${name}`)
