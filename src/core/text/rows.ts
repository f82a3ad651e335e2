// The lines of a text that people write by hand.
const MOST_ROWS = 20_000
const LONGEST_ROW = 10_000

/** The lines of a file that people write by hand; what is longer was not. */
export const rowsOf = (text: string): readonly string[] =>
  text
    .split(/\r?\n/)
    .slice(0, MOST_ROWS)
    .map((row) => row.slice(0, LONGEST_ROW))

/** Whether some of it was not read. */
export const hasMoreRows = (text: string): boolean =>
  rowsOf(text).some((row) => row.length === LONGEST_ROW) || text.split('\n', MOST_ROWS + 1).length > MOST_ROWS
