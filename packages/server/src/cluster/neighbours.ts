import type { NodeId } from '../store/shared.ts'
import { Following } from './following.ts'
import { type Envelope, formatEnvelope, type Hint, parseEnvelope } from './hint.ts'
import type { LineEvents, NodeLine } from './redis-line.ts'

export interface NeighboursDependencies {
  readonly node: NodeId
  /** The server's clock. */
  readonly now: () => number
  /** Another node has sent a hint. */
  readonly onHint: (hint: Hint, from: NodeId) => void
  /** Hints may have been lost: memory must be compared with the database. */
  readonly onLoss: () => void
  /** From now on the hints to these topics arrive. */
  readonly onFollowed: (topics: ReadonlySet<string>) => void
  /** A node is gone. */
  readonly onGone: (node: NodeId) => void
  readonly onTrouble: (error: unknown) => void
}

/**
 * The other nodes, as far as this node hears them. No stored decision depends on hints. But while a
 * running node cannot be heard, it is unknown who is connected to it.
 */
export class Neighbours {
  readonly #dependencies: NeighboursDependencies
  readonly #heardAt = new Map<NodeId, number>()
  /** When each node last said that it follows topics. */
  readonly #tunedAt = new Map<NodeId, number>()
  /** The latest counts of each node's hints to followers. */
  readonly #counts = new Map<NodeId, Set<number>>()
  readonly following = new Following()
  #count = 0
  /** The nodes that are alive according to the database, and since when this is known. */
  #expected: ReadonlyMap<NodeId, number> = new Map()
  #line: NodeLine | undefined
  #timer: NodeJS.Timeout | undefined
  #sureSince: number | undefined
  #deafFrom = 0
  #renewedAt = 0
  #hasLost = true

  constructor(dependencies: NeighboursDependencies) {
    this.#dependencies = dependencies
  }

  /** Since when every node has been heard, by the server's clock; undefined while one is not. */
  get sureSince(): number | undefined {
    return this.#sureSince
  }

  /** May hints have been missed? */
  get isDeaf(): boolean {
    return this.#sureSince === undefined
  }

  /** The number of other nodes heard. */
  get countHeard(): number {
    const { node } = this.#dependencies
    const now = performance.now()
    const isHeard = ([other, at]: [NodeId, number]) => other !== node && now - at < HEARD_MS
    return [...this.#heardAt].filter(isHeard).length
  }

  start(open: (events: LineEvents) => NodeLine): void {
    const { onTrouble } = this.#dependencies
    this.#deafFrom = performance.now()
    this.#line = open({
      onText: (text) => this.#hear(text),
      onFollowed: (topics) => {
        this.following.arrive(topics)
        this.#dependencies.onFollowed(topics)
      },
      onOpen: () => {
        this.#hasLost = true
        this.following.arriveAll()
        this.#dependencies.onLoss()
        this.#beat()
      },
      onTrouble,
    })
    this.following.start(this.#line, () => this.isDeaf)
    this.#timer = setInterval(() => this.#beat(), BEAT_MS)
  }

  close(): void {
    clearInterval(this.#timer)
    this.#line?.close()
  }

  /** Sends a hint to the other nodes, if they can be reached. */
  tell(hint: Hint): void {
    const said = this.#line?.say(formatEnvelope({ from: this.#dependencies.node, hint }))
    void said?.then((isSaid) => {
      if (!isSaid) this.#hasLost = true
      else if (hint.kind === 'beat' && hint.lost) this.#hasLost = false
    })
  }

  /**
   * Sends a hint to the nodes that follow one of these topics. While a node is heard that does not
   * follow topics, sends `otherwise` to all nodes.
   */
  tellFollowers(topics: readonly string[], hint: Hint, otherwise: Hint = hint): void {
    if (!this.#areAllTuned) return this.tell(otherwise)
    const { node: from } = this.#dependencies
    const said = this.#line?.say(formatEnvelope({ from, n: ++this.#count, hint }), topics)
    void said?.then((isSaid) => {
      if (!isSaid) this.#hasLost = true
    })
  }

  /** Sends a hint to one node, or to all if that node does not follow topics. */
  tellNode(node: NodeId, hint: Hint): void {
    if (this.isTuned(node)) this.tellFollowers([node], hint)
    else this.tell(hint)
  }

  isTuned(node: NodeId): boolean {
    const at = this.#tunedAt.get(node)
    return at !== undefined && performance.now() - at < HEARD_MS
  }

  get #areAllTuned(): boolean {
    const now = performance.now()
    for (const [node, at] of this.#heardAt) {
      const isOther = node !== this.#dependencies.node
      if (isOther && now - at < HEARD_MS && !this.isTuned(node)) return false
    }
    return true
  }

  /** Sets the nodes that are alive according to the database. */
  expect(nodes: readonly NodeId[]): void {
    const now = performance.now()
    const before = this.#expected
    this.#expected = new Map(nodes.map((node) => [node, before.get(node) ?? now]))
    for (const node of before.keys()) {
      if (!this.#heardAt.has(node)) this.#heardAt.set(node, Number.NEGATIVE_INFINITY)
    }
    this.#consider()
  }

  #beat(): void {
    // Before the beat: a node that is heard is then known to follow topics.
    this.tell({ kind: 'tuned' })
    this.tell({ kind: 'beat', ...(this.#hasLost && { lost: true }) })
    this.#consider()
    const now = performance.now()
    if (!this.isDeaf || now - Math.max(this.#deafFrom, this.#renewedAt) < RENEW_MS) return
    // A connection that is open but silent may never notice by itself.
    this.#renewedAt = now
    this.#line?.renew()
  }

  #hear(text: string): void {
    // Own hints to followers come back most often, and are not worth parsing.
    if (text.startsWith(`{"from":"${this.#dependencies.node}","n":`)) return
    const envelope = parseEnvelope(text)
    if (envelope === undefined) return
    const { from, n, hint } = envelope
    if (n !== undefined && this.#isRepeated(from, n)) return
    const now = performance.now()
    this.#heardAt.set(from, now)
    if (hint.kind === 'tuned') this.#tunedAt.set(from, now)
    if (n === undefined) this.#consider()
    if (from === this.#dependencies.node) return
    if (hint.kind !== 'beat') this.#pass(envelope)
    else if (hint.lost) this.#dependencies.onLoss()
  }

  #isRepeated(from: NodeId, n: number): boolean {
    const counts = this.#counts.get(from) ?? new Set()
    if (counts.has(n)) return true
    this.#counts.set(from, counts.add(n))
    const [oldest] = counts
    if (counts.size > MOST_COUNTS && oldest !== undefined) counts.delete(oldest)
    return false
  }

  #pass({ hint, from }: Envelope): void {
    try {
      this.#dependencies.onHint(hint, from)
    } catch (error) {
      this.#dependencies.onTrouble(error)
    }
  }

  /** Are all expected nodes heard? */
  #consider(): void {
    const now = performance.now()
    for (const [node, at] of this.#heardAt) {
      // A node is gone if it neither renews its lease nor sends heartbeats.
      if (now - at < HEARD_MS || this.#expected.has(node)) continue
      this.#heardAt.delete(node)
      this.#tunedAt.delete(node)
      this.#counts.delete(node)
      this.#dependencies.onGone(node)
    }
    const isHeard = (node: NodeId, since: number) =>
      now - Math.max(this.#heardAt.get(node) ?? Number.NEGATIVE_INFINITY, since) < HEARD_MS
    const hearsItself = isHeard(this.#dependencies.node, Number.NEGATIVE_INFINITY)
    const hearsAll = [...this.#expected].every(([node, since]) => isHeard(node, since))
    if (hearsItself && hearsAll) {
      this.#sureSince ??= this.#dependencies.now()
    } else if (this.#sureSince !== undefined) {
      this.#sureSince = undefined
      this.#deafFrom = now
    }
  }
}

// --- internal ---

const BEAT_MS = 1000
const HEARD_MS = 3000
const RENEW_MS = 10_000
/** A hint comes through a few topics at nearly the same time. */
const MOST_COUNTS = 300
