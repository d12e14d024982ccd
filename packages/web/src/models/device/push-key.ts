/**
 * Where it is kept that this device wants notifications: when that was last told to the server, and in which language;
 * nothing of that where it has to be told again. Absent, it wants none.
 */
export const PUSH_KEY = 'hokito:push'

/** What is kept there; null where nothing is, or nothing can be kept. */
export function readPushKept(): string | null {
  try {
    return localStorage.getItem(PUSH_KEY)
  } catch {
    // No storage: nothing is kept there, so nothing is switched on.
    return null
  }
}
