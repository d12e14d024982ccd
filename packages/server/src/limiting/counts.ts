/** Counts by key, such as the open connections of an address. */
export class Counts<Key> {
  readonly #counts = new Map<Key, number>()

  of(key: Key): number {
    return this.#counts.get(key) ?? 0
  }

  add(key: Key): void {
    this.#counts.set(key, this.of(key) + 1)
  }

  remove(key: Key): void {
    const left = this.of(key) - 1
    if (left > 0) this.#counts.set(key, left)
    else this.#counts.delete(key)
  }
}
