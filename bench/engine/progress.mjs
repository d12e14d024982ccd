// @ts-check
/** How far a benchmark is, for whoever looks at standard error or at the log that it goes to. */

/** Where it is no terminal, lines come this far apart, so that they do not bury a log. */
const EVERY_MS = 5000

/**
 * @param {{ readonly isTTY?: boolean, write(text: string): unknown }} out
 * @param {() => number} now milliseconds from any fixed moment
 */
export function createProgress(out, now) {
  let due = Number.NEGATIVE_INFINITY
  return {
    /**
     * At a terminal a line that the next one replaces; elsewhere a line of its own, the first one at once.
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
    /** Makes room for what is printed next; after it progress is shown at once again. */
    clear() {
      due = Number.NEGATIVE_INFINITY
      if (out.isTTY === true) out.write('\r\x1b[K')
    },
  }
}
