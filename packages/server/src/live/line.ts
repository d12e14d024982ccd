/**
 * Things by their ids in the order in which they came. Looking one up, adding, replacing and taking out
 * cost the same however many there are, and so does the first of either end: a `Map` in that role walks
 * over all that was taken out before it.
 */
export class Line<Id, T> implements Iterable<T> {
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
