/** Reads the text of a file that never changes under its address, kept on the device from the first time on. */
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

// --- internal ---

/** One of its own: the service worker's are emptied with each version of the site. */
const NAME = 'hokito-puzzles'

/** Undefined where the browser has no such room, or forbids it. */
async function openCache(caches: CacheStorage | undefined): Promise<Cache | undefined> {
  try {
    return await caches?.open(NAME)
  } catch {
    return undefined
  }
}

/** Keeps a file in place of its earlier versions. Where there is no room it is fetched again the next time. */
async function keep(cache: Cache, address: string, response: Response): Promise<void> {
  try {
    for (const old of await cache.keys()) await cache.delete(old)
    await cache.put(address, response)
  } catch (error) {
    reportError(error)
  }
}
