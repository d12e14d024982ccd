/** Waits until the time has passed or the signal aborts. */
export function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, milliseconds)
    if (signal?.aborted) done()
    else signal?.addEventListener('abort', done, { once: true })
  })
}
