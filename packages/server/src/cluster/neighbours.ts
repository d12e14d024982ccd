import type { NodeId } from '../store/shared.ts'
import { type Envelope, formatEnvelope, type Hint, parseEnvelope } from './hint.ts'
import type { LineEvents, NodeLine } from './redis-line.ts'

/** What the neighbours need from the rest of the server. */
export interface NeighboursDependencies {
  readonly node: NodeId
  /** The server's clock. */
  readonly now: () => number
  /** Another node says something. */
  readonly onHint: (hint: Hint, from: NodeId) => void
  /** Some hints may have been lost: all that is kept in memory has to be compared with what is stored. */
  readonly onLoss: () => void
  /** A node is not there any more. */
  readonly onGone: (node: NodeId) => void
  readonly onTrouble: (error: unknown) => void
}

/**
 * The other nodes, as far as they are heard. What is heard is never needed to decide anything that is
 * stored; but while a node that is there is not heard, nothing is known about who is connected to it.
 */
export class Neighbours {
  readonly #dependencies: NeighboursDependencies
  readonly #heardAt = new Map<NodeId, number>()
  /** Nodes that are there by the database, and since when that is known. */
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

  /** May something have been said that was not heard? */
  get isDeaf(): boolean {
    return this.#sureSince === undefined
  }

  /** How many others are heard. */
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
      onOpen: () => {
        this.#hasLost = true
        this.#dependencies.onLoss()
        this.#beat()
      },
      onTrouble,
    })
    this.#timer = setInterval(() => this.#beat(), BEAT_MS)
  }

  close(): void {
    clearInterval(this.#timer)
    this.#line?.close()
  }

  /** Says something to the others, if they can be reached. */
  tell(hint: Hint): void {
    const said = this.#line?.say(formatEnvelope({ from: this.#dependencies.node, hint }))
    void said?.then((isSaid) => {
      if (!isSaid) this.#hasLost = true
      else if (hint.kind === 'beat' && hint.lost) this.#hasLost = false
    })
  }

  /** The nodes that are there by the database. */
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
    this.tell({ kind: 'beat', ...(this.#hasLost && { lost: true }) })
    this.#consider()
    const now = performance.now()
    if (!this.isDeaf || now - Math.max(this.#deafFrom, this.#renewedAt) < RENEW_MS) return
    // A line that is open and says nothing may never notice by itself.
    this.#renewedAt = now
    this.#line?.renew()
  }

  #hear(text: string): void {
    const envelope = parseEnvelope(text)
    if (envelope === undefined) return
    const { from, hint } = envelope
    this.#heardAt.set(from, performance.now())
    this.#consider()
    if (from === this.#dependencies.node) return
    if (hint.kind !== 'beat') this.#pass(envelope)
    else if (hint.lost) this.#dependencies.onLoss()
  }

  #pass({ hint, from }: Envelope): void {
    try {
      this.#dependencies.onHint(hint, from)
    } catch (error) {
      this.#dependencies.onTrouble(error)
    }
  }

  /** Are all heard who should be? */
  #consider(): void {
    const now = performance.now()
    for (const [node, at] of this.#heardAt) {
      // Gone is who neither writes nor is heard.
      if (now - at < HEARD_MS || this.#expected.has(node)) continue
      this.#heardAt.delete(node)
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
