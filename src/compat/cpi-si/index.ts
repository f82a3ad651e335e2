// CPI-SI's safety library by its names: three detectors over its files, its health score, and its pre-use hook.
export { configFolder, loadDetection } from './detection.ts'
export type { Detection, DetectionOptions, DetectorFile, FileState, LoadedFile } from './detection.ts'
export { healthOf } from './health.ts'
export type { Health } from './health.ts'
export { preUse } from './hook.ts'
export type { PreUse, PreUseOptions } from './hook.ts'
