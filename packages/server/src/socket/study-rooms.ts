import { MOST_READERS, type ServerMessages, type Study, type StudyId } from '@hokito/protocol'
import type { Cluster } from '../live/cluster.ts'
import { isInside, seenBy } from '../studies/read.ts'
import type { Connection, PageServer } from './connection.ts'

/** Who follows which study on this node. A connection follows one study at a time. */
export class StudyRooms {
  readonly #io: PageServer
  readonly #cluster: Pick<Cluster, 'follow' | 'unfollow'>

  constructor(io: PageServer, cluster: Pick<Cluster, 'follow' | 'unfollow'>) {
    this.#io = io
    this.#cluster = cluster
  }

  /** Follows a study instead of any other. False if too many follow the study already. */
  follow(connection: Connection, id: StudyId): boolean {
    if (connection.study === id) return true
    this.unfollow(connection)
    const readers = this.#io.sockets.adapter.rooms.get(roomOf(id))?.size ?? 0
    if (readers >= MOST_READERS) return false
    connection.study = id
    this.#cluster.follow(id)
    void connection.socket.join(roomOf(id))
    return true
  }

  unfollow(connection: Connection): void {
    const { study } = connection
    if (study === undefined) return
    connection.study = undefined
    this.#cluster.unfollow(study)
    void connection.socket.leave(roomOf(study))
  }

  /** Does anyone follow a study here? */
  hasReaders(id: StudyId): boolean {
    return this.#io.sockets.adapter.rooms.has(roomOf(id))
  }

  /**
   * Sends a change of a study, as the owner, the members and all others see it; if it is not shared,
   * the others are sent away.
   */
  changed(changed: ServerMessages['study']): void {
    const { study } = changed
    if (!study.isShared) this.gone(study.id, study)
    const inside = this.#readersOf(study.id).filter(({ player }) => isInside(study, player.id))
    for (const { id, player } of inside) {
      this.#io.to(id).emit('study', { ...changed, study: seenBy(player.id, study) })
    }
    this.#io
      .to(roomOf(study.id))
      .except(inside.map(({ id }) => id))
      .emit('study', { ...changed, study: seenBy(undefined, study) })
  }

  /**
   * Ends the following of everyone but the owner and members of a study. Without a study, of
   * everyone.
   */
  gone(id: StudyId, study?: Study): void {
    for (const connection of this.#readersOf(id)) {
      if (study !== undefined && isInside(study, connection.player.id)) continue
      this.unfollow(connection)
      connection.socket.emit('studyGone', { study: id })
    }
  }

  /** The connections that follow a study here. */
  #readersOf(id: StudyId): readonly Connection[] {
    const { adapter, sockets } = this.#io.sockets
    return [...(adapter.rooms.get(roomOf(id)) ?? [])].flatMap(
      (socket) => sockets.get(socket)?.data.connection ?? [],
    )
  }
}

// --- internal ---

function roomOf(id: StudyId): string {
  return `study:${id}`
}
