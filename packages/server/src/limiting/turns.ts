/**
 * Work that waits for one worker. Those who ask take turns, however much each of them asks for; where all is full,
 * whoever has the most waiting loses what came last.
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

  /** Takes work in; gives what cannot be done, which may be this or what somebody else had waiting. */
  add(key: Key, work: Work): Work | undefined {
    const own = this.#waiting.get(key)
    if (own !== undefined && own.length >= this.#mostOfOne) return work
    if (this.#count < this.#most) {
      this.#push(key, work)
      return undefined
    }
    const greedy = this.#greediest()
    // Whoever has as much waiting as anybody makes no room for more.
    if (greedy === undefined || (own?.length ?? 0) + 1 >= greedy.works.length) return work
    const dropped = greedy.works.pop()
    this.#count--
    this.#push(key, work)
    return dropped
  }

  /** The next work of whoever's turn it is; whoever has more waiting goes to the end. */
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
