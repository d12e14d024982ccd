// @ts-check

/**
 * @param {number} milliseconds
 * @returns {Promise<void>}
 */
export function wait(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}

/**
 * Polls the condition; returns whether it became true in time.
 * @param {() => boolean | Promise<boolean>} isTrue
 * @param {number} timeoutMs
 * @returns {Promise<boolean>}
 */
export async function comesTrue(isTrue, timeoutMs) {
  const deadline = performance.now() + timeoutMs
  while (!(await isTrue())) {
    if (performance.now() > deadline) return false
    await wait(LOOK_EVERY_MS)
  }
  return true
}

// --- internal ---

const LOOK_EVERY_MS = 20
