import type { StudyId } from '@hokito/protocol'
import type { Studies } from '../studies/studies.ts'
import type { Rooms } from './rooms.ts'

export interface StudyNewsDependencies {
  readonly studies: Pick<Studies, 'latest'>
  readonly rooms: Pick<Rooms, 'studies'>
}

/** Sends those who follow a study here what other nodes have changed in it. */
export class StudyNews {
  readonly #dependencies: StudyNewsDependencies

  constructor(dependencies: StudyNewsDependencies) {
    this.#dependencies = dependencies
  }

  /** Reads a study that another node has changed or removed, with a chapter if it is given. */
  async read(id: StudyId, n: number | undefined): Promise<void> {
    const { studies, rooms } = this.#dependencies
    if (!rooms.studies.hasReaders(id)) return
    const latest = await studies.latest(id, n)
    if (latest === undefined) rooms.studies.gone(id)
    else rooms.studies.changed(latest)
  }
}
