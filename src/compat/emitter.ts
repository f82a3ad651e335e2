// Who is told what happens, by the names of another system? A listener that throws is nobody else's trouble.
export interface Emitter<Events> {
  /** Returns what ends it. */
  readonly on: <Name extends keyof Events>(name: Name, listener: (data: Events[Name]) => void) => () => void
  readonly onAny: (listener: (name: keyof Events, data: Events[keyof Events]) => void) => () => void
  readonly emit: <Name extends keyof Events>(name: Name, data: Events[Name]) => void
}

export function makeEmitter<Events>(): Emitter<Events> {
  const listeners = new Set<(name: keyof Events, data: Events[keyof Events]) => void>()
  const onAny: Emitter<Events>['onAny'] = (listener) => {
    const own: typeof listener = (name, data) => listener(name, data)
    listeners.add(own)
    return () => void listeners.delete(own)
  }
  return {
    onAny,
    on: (name, listener) => onAny((happened, data) => void (happened === name && listener(data as Events[typeof name]))),
    emit: (name, data) => {
      for (const listener of listeners) {
        try {
          listener(name, data)
        } catch {
          // The decision stands whatever a listener does.
        }
      }
    },
  }
}
