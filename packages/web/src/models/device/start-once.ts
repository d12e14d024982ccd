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
      // Whoever asked for it has seen a failed start.
      void starting?.then(
        (started) => started.close(),
        () => undefined,
      )
      starting = undefined
    },
  }
}
