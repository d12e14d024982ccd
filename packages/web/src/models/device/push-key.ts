import { unlessRefused } from './unless-refused.ts'

/**
 * The key that says this device wants notifications. Its value is a time and a language: when the
 * device last registered with the server, and in which language. Time 0 means that it must register
 * again. An absent key means no notifications.
 */
export const PUSH_KEY = 'hokito:push'

/** Opens what this device stores; throws if the browser forbids it. */
type OpenStorage = () => Storage

/** The stored value; null if there is none, or if nothing can be stored. */
export function readPushKept(storage: OpenStorage): string | null {
  return unlessRefused(() => storage().getItem(PUSH_KEY)) ?? null
}

/**
 * Stores that the device is registered. If there is no room, the next page shows the switch as off,
 * and the server's notifications end with the session.
 */
export function keepPush(storage: OpenStorage, at: number, language: string): void {
  unlessRefused(() => storage().setItem(PUSH_KEY, `${at} ${language}`))
}

export function forgetPush(storage: OpenStorage): void {
  unlessRefused(() => storage().removeItem(PUSH_KEY))
}
