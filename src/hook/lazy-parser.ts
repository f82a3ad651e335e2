// What stands in for the parser of shell code in the hook's bundle? The same function, loaded when the first command appears.
import type { Parser } from '../core/interpret/shell/parse.ts'
import { later } from './later.ts'

const parser = later<Parser>('parser')

export const parse: Parser['parse'] = (...given) => parser().parse(...given)
