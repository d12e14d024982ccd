/**
 * Reads the text of a file that never changes under its address, stored on the device after the
 * first time.
 */
export async function readKeptFile(
  address: string,
  { get, caches }: { readonly get: typeof fetch; readonly caches: CacheStorage | undefined },
): Promise<string> {
  const kept = await openCache(caches)
  const found = await kept?.match(address)
  if (found !== undefined) return found.text()
  const response = await get(address)
  if (!response.ok) throw new Error(`${address} could not be loaded: ${response.status}`)
  if (kept !== undefined) await keep(kept, address, response.clone())
  return response.text()
}

/**
 * Reports an error, unless it is a `TypeError`: that is how a request ends that gets no answer, also
 * because the page is left meanwhile. The page says so, or the next visit asks again.
 */
export function reportUnlessUnanswered(error: unknown): void {
  if (!(error instanceof TypeError)) reportError(error)
}

// --- internal ---

/** A cache of its own, because each version of the site empties those of the service worker. */
const NAME = 'hokito-puzzles'

/** Undefined if the browser has no cache, or forbids it. */
async function openCache(caches: CacheStorage | undefined): Promise<Cache | undefined> {
  try {
    return await caches?.open(NAME)
  } catch {
    return undefined
  }
}

/**
 * Stores a file in place of its earlier versions. If there is no room, the next visit fetches it
 * again.
 */
async function keep(cache: Cache, address: string, response: Response): Promise<void> {
  try {
    for (const old of await cache.keys()) await cache.delete(old)
    await cache.put(address, response)
  } catch (error) {
    reportUnlessUnanswered(error)
  }
}
