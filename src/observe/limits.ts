// How much may be looked at for one call, and in how long?
export interface Limits {
  /** Files whose text is read, and how long each and all of them may be. */
  readonly files: number
  readonly fileBytes: number
  readonly bytes: number
  /** Paths whose links are followed, and patterns that are matched. Below nothing: more were asked for. */
  readonly paths: number
  /** Entries counted for one recursive deletion, and for how long. */
  readonly entries: number
  readonly extentMillis: number
  /** For everything together; what is not known by then stays unknown. */
  readonly millis: number
}

export const LIMITS: Limits = { files: 40, fileBytes: 1024 * 1024, bytes: 4 * 1024 * 1024, paths: 256, entries: 20_000, extentMillis: 50, millis: 250 }
