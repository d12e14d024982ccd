import { changeWithout, type LobbyNews } from '../live/lobby-news.ts'
import type { Connection, PageServer } from './connection.ts'

/** The connections that have the lobby open. */
export class LobbyRoom {
  readonly #io: PageServer
  /** Those that are not shown all of it. */
  readonly #picky = new Set<Connection>()
  #timer: NodeJS.Timeout | undefined

  constructor(io: PageServer) {
    this.#io = io
  }

  open(connection: Connection): void {
    const { socket, apart } = connection
    if (apart.size === 0) {
      this.#picky.delete(connection)
      void socket.join(LOBBY)
    } else {
      this.#picky.add(connection)
      void socket.leave(LOBBY)
    }
  }

  leave(connection: Connection): void {
    this.#picky.delete(connection)
    void connection.socket.leave(LOBBY)
  }

  /**
   * Sends changes after a short delay: changes that come together are sent once, with the same text
   * for all.
   */
  changed(news: LobbyNews): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined
      const change = news.next()
      const isOpen = this.#io.sockets.adapter.rooms.has(LOBBY)
      if (isOpen) this.#io.to(LOBBY).emit('lobby', change)
      for (const { socket, apart } of this.#picky) {
        socket.emit('lobby', changeWithout(change, apart))
      }
    }, LOBBY_MS)
  }

  close(): void {
    clearTimeout(this.#timer)
  }
}

// --- internal ---

const LOBBY = 'lobby'
const LOBBY_MS = 300
