import type { PlayerId, ServerMessages, Study, StudyId } from '@hokito/protocol'
import type { Studies } from '../studies/studies.ts'
import type { Rooms } from './rooms.ts'

export interface StudyNewsDependencies {
  readonly studies: Pick<Studies, 'latest' | 'refusedAmong'>
  readonly rooms: Pick<Rooms, 'studies' | 'studiesAround'>
}

/**
 * Sends changes of studies, made here or on another node, to those who follow them here. Before each,
 * it asks the database who may still read the study, as this node may not have heard of a block.
 */
export class StudyNews {
  readonly #dependencies: StudyNewsDependencies
  /** The last task of each study: its news is sent in the order in which it came. */
  readonly #tasks = new Map<StudyId, Promise<void>>()

  constructor(dependencies: StudyNewsDependencies) {
    this.#dependencies = dependencies
  }

  /** A study has changed, with the chapter if it was one of its chapters. */
  changed(changed: ServerMessages['study']): Promise<void> {
    return this.#inOrder(changed.study.id, async () => this.#tell(changed))
  }

  /** A study was removed. */
  removed(id: StudyId): Promise<void> {
    return this.#inOrder(id, async () => this.#endAll(id))
  }

  /** Reads a study that another node has changed or removed, with a chapter if it is given. */
  read(id: StudyId, n: number | undefined): Promise<void> {
    return this.#inOrder(id, async () => {
      const { studies, rooms } = this.#dependencies
      if (rooms.studies.readersOf(id).size === 0) return
      const latest = await studies.latest(id, n)
      if (latest === undefined) this.#endAll(id)
      else await this.#tell(latest)
    })
  }

  /**
   * Blocks, classes or sanctions of these players have changed: those who may no longer read a study
   * stop following it. One study is checked after another.
   */
  async check(players: readonly PlayerId[]): Promise<void> {
    const { studies, rooms } = this.#dependencies
    const ids = new Set(players.flatMap((player) => rooms.studiesAround(player)))
    for (const id of ids) {
      await this.#inOrder(id, async () => {
        const latest = await studies.latest(id)
        if (latest === undefined) this.#endAll(id)
        else await this.#endRefused(latest.study)
      })
    }
  }

  async #tell(changed: ServerMessages['study']): Promise<void> {
    await this.#endRefused(changed.study)
    this.#dependencies.rooms.studies.changed(changed)
  }

  /** Those who begin to follow the study meanwhile have just been checked themselves. */
  async #endRefused(study: Study): Promise<void> {
    const { studies, rooms } = this.#dependencies
    const readers = rooms.studies.readersOf(study.id)
    rooms.studies.end(study.id, await studies.refusedAmong(study, [...readers]))
  }

  #endAll(id: StudyId): void {
    const { rooms } = this.#dependencies
    rooms.studies.end(id, rooms.studies.readersOf(id))
  }

  /** Runs a task after the earlier tasks of a study. */
  async #inOrder(id: StudyId, task: () => Promise<void>): Promise<void> {
    const former = this.#tasks.get(id)
    const own = (former ?? Promise.resolve()).then(task, task)
    this.#tasks.set(id, own)
    try {
      await own
    } finally {
      if (this.#tasks.get(id) === own) this.#tasks.delete(id)
    }
  }
}
