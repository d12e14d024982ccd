/**
 * The key that says this device wants notifications. Its value is a time and a language: when the
 * device last registered with the server, and in which language. Time 0 means that it must register
 * again. An absent key means no notifications.
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
