/**
 * The computer, started when it is first needed. `get` rejects if the start fails, or if there is
 * none because this browser cannot run it.
 */
export function startOnce<T extends { close(): Promise<void> }>(
  start: (() => Promise<T>) | undefined,
) {
  let starting: Promise<T> | undefined
  return {
    get: async (): Promise<T> => {
      if (start === undefined) throw new Error('this browser cannot run the computer')
      starting ??= start().catch((error: unknown) => {
        // Not kept, so that the next attempt starts again: the network may be back by then.
        starting = undefined
        throw error
      })
      return starting
    },
    close: () => {
      // Those who asked have seen a failed start. What fails while it closes, such as a file that
      // was still loading, harms nobody.
      starting?.then((started) => started.close()).catch(() => undefined)
      starting = undefined
    },
  }
}
