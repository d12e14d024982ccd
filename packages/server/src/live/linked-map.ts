/**
 * A map that remembers the order in which its keys were added: a hash map over a doubly linked list. Every operation
 * takes constant time, the oldest and the newest value included. A `Map` keeps the same order, but finding its first
 * value walks over all that were deleted before it.
 */
export class LinkedMap<Id, T> implements Iterable<T> {
  readonly #places = new Map<Id, Place<T>>()
  #oldest: Place<T> | undefined
  #newest: Place<T> | undefined

  get size(): number {
    return this.#places.size
  }

  has(id: Id): boolean {
    return this.#places.has(id)
  }

  get(id: Id): T | undefined {
    return this.#places.get(id)?.value
  }

  /** Puts a thing in the place of the one with the same id, or else at the end. */
  set(id: Id, value: T): void {
    const place = this.#places.get(id)
    if (place === undefined) this.#append(id, value)
    else place.value = value
  }

  /** Takes a thing out and says whether it was there. */
  delete(id: Id): boolean {
    const place = this.#places.get(id)
    if (place === undefined) return false
    this.#places.delete(id)
    const { older, newer } = place
    if (older === undefined) this.#oldest = newer
    else older.newer = newer
    if (newer === undefined) this.#newest = older
    else newer.older = older
    return true
  }

  /** From the oldest to the newest. Nothing may be taken out meanwhile. */
  *[Symbol.iterator](): Generator<T> {
    for (let place = this.#oldest; place !== undefined; place = place.newer) yield place.value
  }

  /** The newest first, at most so many. */
  newest(count: number): readonly T[] {
    const values: T[] = []
    let place = this.#newest
    for (; place !== undefined && values.length < count; place = place.older) {
      values.push(place.value)
    }
    return values
  }

  #append(id: Id, value: T): void {
    const place: Place<T> = { value, older: this.#newest, newer: undefined }
    if (this.#newest === undefined) this.#oldest = place
    else this.#newest.newer = place
    this.#newest = place
    this.#places.set(id, place)
  }
}

// --- internal ---

interface Place<T> {
  value: T
  older: Place<T> | undefined
  newer: Place<T> | undefined
}
