/**
 * Work that waits for one worker. Clients take turns, however much each of them asks for. When the
 * queue is full, the client with the most waiting work loses its latest item.
 */
export class Turns<Key, Work> {
  readonly #most: number
  readonly #mostOfOne: number
  /** In the order of their turns. */
  readonly #waiting = new Map<Key, Work[]>()
  #count = 0

  constructor(most: number, mostOfOne: number) {
    this.#most = most
    this.#mostOfOne = mostOfOne
  }

  get count(): number {
    return this.#count
  }

  /** Adds work. Returns the work that was dropped: this item, or one of another client. */
  add(key: Key, work: Work): Work | undefined {
    const own = this.#waiting.get(key)
    if (own !== undefined && own.length >= this.#mostOfOne) return work
    if (this.#count < this.#most) {
      this.#push(key, work)
      return undefined
    }
    const greedy = this.#greediest()
    // A client with as much waiting work as any other gets no more room.
    if (greedy === undefined || (own?.length ?? 0) + 1 >= greedy.works.length) return work
    const dropped = greedy.works.pop()
    this.#count--
    this.#push(key, work)
    return dropped
  }

  /**
   * Takes the next work of the client whose turn it is. A client with more work goes to the end.
   */
  next(): Work | undefined {
    const first = this.#waiting.entries().next()
    if (first.done === true) return undefined
    const [key, works] = first.value
    const work = works.shift()
    this.#waiting.delete(key)
    if (works.length > 0) this.#waiting.set(key, works)
    this.#count--
    return work
  }

  #push(key: Key, work: Work): void {
    const own = this.#waiting.get(key)
    if (own === undefined) this.#waiting.set(key, [work])
    else own.push(work)
    this.#count++
  }

  #greediest(): { readonly works: Work[] } | undefined {
    let greediest: { readonly works: Work[] } | undefined
    for (const works of this.#waiting.values()) {
      if (works.length > (greediest?.works.length ?? 0)) greediest = { works }
    }
    return greediest
  }
}
