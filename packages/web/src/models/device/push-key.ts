/**
 * The key that says this device wants notifications. Its value holds when the server was last told
 * so and in which language; it is empty if the server must be told again. An absent key means no
 * notifications.
 */
export const PUSH_KEY = 'hokito:push'

/** The stored value; null if there is none, or if nothing can be stored. */
export function readPushKept(): string | null {
  try {
    return localStorage.getItem(PUSH_KEY)
  } catch {
    // No storage: nothing is stored, so notifications are off.
    return null
  }
}
