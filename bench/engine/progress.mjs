// @ts-check
/** Shows the progress of a benchmark on standard error or in its log. */

/** The time between two lines if the output is not a terminal, so that they do not bury a log. */
const EVERY_MS = 5000

/**
 * @param {{ readonly isTTY?: boolean, write(text: string): unknown }} out
 * @param {() => number} now milliseconds from any fixed moment
 */
export function createProgress(out, now) {
  let due = Number.NEGATIVE_INFINITY
  return {
    /**
     * On a terminal, prints a line that the next one replaces. Elsewhere prints separate lines, the
     * first one immediately.
     * @param {string} text
     */
    tell(text) {
      if (out.isTTY === true) {
        out.write(`\r\x1b[K${text}`)
        return
      }
      if (now() < due) return
      due = now() + EVERY_MS
      out.write(`${text}\n`)
    },
    /** Clears the line for other output; the next progress after it appears immediately. */
    clear() {
      due = Number.NEGATIVE_INFINITY
      if (out.isTTY === true) out.write('\r\x1b[K')
    },
  }
}
