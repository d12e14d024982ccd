/** The keys of a storage that begin with a prefix. */
export function keysWith(storage: Storage, prefix: string): readonly string[] {
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '')
  return keys.filter((key) => key.startsWith(prefix))
}
