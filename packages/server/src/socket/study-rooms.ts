import {
  MOST_READERS,
  type PlayerId,
  type ServerMessages,
  type Study,
  type StudyId,
} from '@hokito/protocol'
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
  follow(connection: Connection, { id, owner }: Pick<Study, 'id' | 'owner'>): boolean {
    if (connection.study?.id === id) return true
    this.unfollow(connection)
    const readers = this.#io.sockets.adapter.rooms.get(roomOf(id))?.size ?? 0
    if (readers >= MOST_READERS) return false
    connection.study = { id, owner: owner.id }
    this.#cluster.follow(id)
    void connection.socket.join([roomOf(id), roomOfOwner(owner.id)])
    return true
  }

  unfollow(connection: Connection): void {
    const { study } = connection
    if (study === undefined) return
    connection.study = undefined
    this.#cluster.unfollow(study.id)
    void connection.socket.leave(roomOf(study.id))
    void connection.socket.leave(roomOfOwner(study.owner))
  }

  /** Those who follow a study here. */
  readersOf(id: StudyId): ReadonlySet<PlayerId> {
    return new Set(this.#connectionsIn(roomOf(id)).map(({ player }) => player.id))
  }

  /** The studies of a player that someone follows here. */
  ownedBy(player: PlayerId): readonly StudyId[] {
    return this.#connectionsIn(roomOfOwner(player)).flatMap(({ study }) => study?.id ?? [])
  }

  /** Sends a change of a study, as the owner, the members and all others see it. */
  changed(changed: ServerMessages['study']): void {
    const { study } = changed
    const inside = this.#connectionsIn(roomOf(study.id)).filter(({ player }) =>
      isInside(study, player.id),
    )
    for (const { id, player } of inside) {
      this.#io.to(id).emit('study', { ...changed, study: seenBy(player.id, study) })
    }
    this.#io
      .to(roomOf(study.id))
      .except(inside.map(({ id }) => id))
      .emit('study', { ...changed, study: seenBy(undefined, study) })
  }

  /** Ends the following of these players. */
  end(id: StudyId, players: ReadonlySet<PlayerId>): void {
    for (const connection of this.#connectionsIn(roomOf(id))) {
      if (!players.has(connection.player.id)) continue
      this.unfollow(connection)
      connection.socket.emit('studyGone', { study: id })
    }
  }

  #connectionsIn(room: string): readonly Connection[] {
    const { adapter, sockets } = this.#io.sockets
    return [...(adapter.rooms.get(room) ?? [])].flatMap(
      (socket) => sockets.get(socket)?.data.connection ?? [],
    )
  }
}

// --- internal ---

function roomOf(id: StudyId): string {
  return `study:${id}`
}

/** Those who follow any study of a player. */
function roomOfOwner(id: PlayerId): string {
  return `studies:${id}`
}
