/**
 * A map that remembers the order in which its keys were added: a hash map over a doubly linked
 * list. Every operation takes constant time, the oldest and the newest value included. A `Map`
 * keeps the same order, but finding its first value walks past all deleted entries before it.
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

  /** Replaces the value with the same id in its place, or adds a new one at the end. */
  set(id: Id, value: T): void {
    const place = this.#places.get(id)
    if (place === undefined) this.#append(id, value)
    else place.value = value
  }

  /** Deletes a value and returns whether it existed. */
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

  /** From the oldest to the newest. Do not delete while iterating. */
  *[Symbol.iterator](): Generator<T> {
    for (let place = this.#oldest; place !== undefined; place = place.newer) yield place.value
  }

  /** The newest values, newest first, at most `count`. */
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
