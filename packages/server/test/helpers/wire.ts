import { once } from 'node:events'
import { createConnection, createServer, type Socket } from 'node:net'

/** A connection to a service that a test can cut, hold up and read. */
export interface Wire {
  /** The address at which the service is reached through the wire. */
  readonly url: string
  /** Breaks all connections; new ones break immediately until {@link mend}. */
  cut(): void
  /** Stops all data in both directions, without closing connections. */
  hold(): void
  /** Does the same once a text has passed to the service this many times. */
  holdAt(text: string, times: number): void
  mend(): void
  /** From now on the service does not see that a connection ends until {@link close}. */
  linger(): void
  /**
   * When a text is next seen on its way to the service, it arrives, or not, or only when
   * {@link arrive} is called. The connection breaks, so the answer never comes back. This happens
   * once.
   */
  breakAt(text: string, when: When): void
  /** Lets held-back data arrive, and resolves when the service has answered. */
  arrive(): Promise<void>
  /** How often it broke by {@link breakAt}. */
  readonly breaks: number
  close(): Promise<void>
}

type When = 'before' | 'after' | 'late'

/** Opens a wire to the host and port of an address. */
export async function openWire(target: string): Promise<Wire> {
  const { hostname, port } = new URL(target)
  const pairs = new Set<Pair>()
  let state: 'open' | 'cut' | 'held' = 'open'
  let holding: { readonly text: string; readonly left: number } | undefined
  let trap: { readonly text: string; readonly when: When } | undefined
  let late: { readonly far: Socket; readonly piece: Buffer } | undefined
  let breaks = 0
  let isLingering = false

  const server = createServer((near) => {
    const far = createConnection({ host: hostname, port: Number(port) })
    const pair = { near, far }
    pairs.add(pair)
    const end = () => {
      near.destroy()
      if (isLingering) return
      pairs.delete(pair)
      far.destroy()
    }
    for (const socket of [near, far]) {
      socket.on('error', end)
      socket.on('close', end)
    }
    if (state === 'cut') return end()
    let isDeaf = false
    near.on('data', (piece) => {
      if (state === 'held' || (isLingering && piece[0] === TERMINATE)) return
      if (trap !== undefined && piece.includes(trap.text)) {
        const { when } = trap
        trap = undefined
        breaks++
        if (when === 'before') return end()
        isDeaf = true
        if (when === 'late') {
          late = { far, piece }
          near.removeListener('close', end)
          near.destroy()
          return
        }
        // The service gets it, and its answer goes to a closed connection.
        far.write(piece, () => setTimeout(end, ANSWERED_MS))
        return
      }
      far.write(piece)
      if (holding === undefined || !piece.includes(holding.text)) return
      holding = holding.left > 1 ? { ...holding, left: holding.left - 1 } : undefined
      if (holding === undefined) state = 'held'
    })
    far.on('data', (piece) => {
      if (state !== 'held' && !isDeaf) near.write(piece)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const url = new URL(target)
  url.host = `127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  const breakAll = () => {
    for (const { near, far } of pairs) {
      near.resetAndDestroy()
      far.destroy()
    }
  }
  return {
    url: url.href,
    cut: () => {
      state = 'cut'
      breakAll()
    },
    hold: () => {
      state = 'held'
    },
    holdAt: (text, times) => {
      holding = { text, left: times }
    },
    mend: () => {
      if (state === 'held') breakAll()
      state = 'open'
    },
    linger: () => {
      isLingering = true
    },
    breakAt: (text, when) => {
      trap = { text, when }
    },
    arrive: async () => {
      if (late === undefined) throw new Error('nothing is held back')
      const { far, piece } = late
      const answered = once(far, 'data')
      far.write(piece)
      await answered
      far.destroy()
    },
    get breaks() {
      return breaks
    },
    close: async () => {
      isLingering = false
      breakAll()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

// --- internal ---

const ANSWERED_MS = 200
/** The first byte of PostgreSQL's message that ends a connection. */
const TERMINATE = 'X'.charCodeAt(0)

interface Pair {
  readonly near: Socket
  readonly far: Socket
}
