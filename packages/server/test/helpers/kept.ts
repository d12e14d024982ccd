import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'

/**
 * Starts something before all tests of a file or group, or before each, and closes it after them.
 * Only tests and hooks may use what is returned.
 */
export function kept<T extends { close(): Promise<void> }>(
  start: () => Promise<T>,
  by: 'all' | 'each' = 'all',
): T {
  let started: T | undefined
  const begin = async () => {
    started = await start()
  }
  const end = () => started?.close()
  if (by === 'all') {
    beforeAll(begin)
    afterAll(end)
  } else {
    beforeEach(begin)
    afterEach(end)
  }
  return new Proxy({} as T, { get: (_, name) => Reflect.get(started ?? {}, name) })
}
