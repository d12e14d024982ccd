/** Uses the browser's storage; returns undefined if the browser forbids it or has no room. */
export function unlessRefused<T>(use: () => T): T | undefined {
  try {
    return use()
  } catch {
    return undefined
  }
}
