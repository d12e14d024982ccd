// @ts-check
/** Shows the present step and its usual duration, so that no one stares at a silent terminal. */

/**
 * A part of the work.
 * @typedef {object} Part
 * @property {string} name
 * @property {string} verb the action, such as `fetching`
 * @property {number} usualSeconds on a machine with two cores and a usual connection
 */

/**
 * @typedef {object} Progress
 * @property {(part: Part, work: () => Promise<boolean>) => Promise<boolean>} during
 *   reports that a part begins, continues and ends; returns whether it succeeded
 */

/**
 * @param {(line: string) => void} write
 * @returns {Progress}
 */
export function createProgress(write) {
  /** @type {Map<Part, number>} */
  const startedAt = new Map()
  /** @type {NodeJS.Timeout | undefined} */
  let reminder
  /** @param {string} line */
  const say = (line) => {
    write(line)
    clearInterval(reminder)
    if (startedAt.size > 0) reminder = setInterval(() => write(`  ${allRunning()}`), QUIET_MS)
  }
  const allRunning = () =>
    [...startedAt.keys()].map((part) => `${part.name}: ${soFar(part)}`).join(', ')
  /** @param {Part} part */
  const seconds = (part) => Math.round((performance.now() - (startedAt.get(part) ?? 0)) / 1000)
  /** @param {Part} part */
  const soFar = (part) => `${seconds(part)} s of about ${part.usualSeconds} s`
  return {
    during: async (part, work) => {
      startedAt.set(part, performance.now())
      say(`${part.name}: ${part.verb}, usually ${part.usualSeconds} s`)
      const isGood = await work()
      const taken = seconds(part)
      startedAt.delete(part)
      say(`${part.name}: ${isGood ? 'done' : 'failed'} after ${taken} s`)
      return isGood
    },
  }
}

// --- internal ---

/**
 * Ten seconds are the longest that a person should wait for a sign of progress (Nielsen, "Response
 * Times"), minus some slack.
 */
const QUIET_MS = 9000
