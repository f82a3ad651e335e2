// What does the parser have besides, once it is metered (`scripts/metered.mjs`)?
import 'unbash'

declare module 'unbash' {
  export function fuelLeft(): number
  export function setFuel(left: number): void
}
