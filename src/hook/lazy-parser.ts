// What stands in for the parser of shell code in the hook's bundle? The same function, made when the first command appears.
import type { Parser } from '../core/languages/bash/parse.ts'

/** Its own bundle, which the build puts in. */
declare const $parser: (exports: object) => void

let made: Parser | undefined
/** Given before there was a parser. */
let waiting = Infinity
function parser(): Parser {
  if (made === undefined) {
    $parser((made = {} as Parser))
    made.setFuel(waiting)
  }
  return made
}

export const parse: Parser['parse'] = (...given) => parser().parse(...given)
export const fuelLeft: Parser['fuelLeft'] = () => made?.fuelLeft() ?? waiting
export const setFuel: Parser['setFuel'] = (left) => {
  waiting = left
  made?.setFuel(left)
}
