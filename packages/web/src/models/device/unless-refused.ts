/** Uses the browser's storage, which it may forbid or have no room in: then undefined. */
export function unlessRefused<T>(use: () => T): T | undefined {
  try {
    return use()
  } catch {
    return undefined
  }
}
