/**
 * For effects: sends a request, after a pause if one is given, and passes its reply on. Returns the
 * cleanup, after which a late reply changes nothing.
 */
export function takeReply<T>(
  ask: () => Promise<T>,
  take: (reply: T) => void,
  pauseMs = 0,
): () => void {
  let isCancelled = false
  const begin = async () => {
    const reply = await ask()
    if (!isCancelled) take(reply)
  }
  const timer = pauseMs > 0 ? setTimeout(begin, pauseMs) : void begin()
  return () => {
    isCancelled = true
    clearTimeout(timer)
  }
}
