import {
  type Chapter,
  MOST_INVITED,
  MOST_STUDIES,
  type PlayerId,
  type PublicStudy,
  type Study,
  type StudyChange,
  type StudyId,
} from '@hokito/protocol'
import { err, ok, type Result } from '@hokito/rules'
import type { LongWork } from '../limiting/long-work.ts'
import { limitationOf } from '../people/limitations.ts'
import type { People } from '../people/people.ts'
import { isPupil } from '../players/confinement.ts'
import type { Database } from '../store/database.ts'
import { removeStudy } from '../store/remove-study.ts'
import type { RowReader, RowSource } from '../store/row-reader.ts'
import type { ReadyChange, StudyRefusal } from './change.ts'
import { changeIn } from './changes.ts'
import {
  isInside,
  publicStudiesOf,
  readChapter,
  readStudy,
  seenBy,
  studiesIn,
  studyOf,
} from './read.ts'
import { checkTexts } from './texts.ts'

export interface StudiesDependencies {
  readonly database: Database
  readonly rows: RowReader
  readonly people: Pick<
    People,
    | 'apartAmong'
    | 'hasAccount'
    | 'refusalToBegin'
    | 'refusalToMeet'
    | 'refusalToMeetAnyone'
    | 'relation'
  >
  readonly longWork: Pick<LongWork, 'begin'>
  readonly now: () => number
}

/** A study that has changed, with the chapter if it was one of its chapters. */
export interface ChangedStudy {
  readonly study: Study
  readonly chapter?: Chapter | undefined
}

/**
 * The studies of accounts: read by their owners, by the members whom they have invited, and by
 * everyone who has the address of a shared one, which is on its owner's profile if it is public.
 * The owner and the members who may edit change the chapters, and one of them alone if only one
 * controls the pieces. Each change is stored before it is acknowledged, and the same change sent
 * again changes nothing more.
 */
export class Studies {
  readonly #dependencies: StudiesDependencies

  constructor(dependencies: StudiesDependencies) {
    this.#dependencies = dependencies
  }

  /** The studies of a player, the last changed first. */
  async *of(owner: PlayerId, signal: AbortSignal): AsyncGenerator<Study> {
    const { database, longWork } = this.#dependencies
    const task = longWork.begin(signal)
    const found = await studiesIn(database.db)
      .where('studies.owner', '=', owner)
      .orderBy('changedAt', 'desc')
      .orderBy('studies.id')
      .limit(MOST_STUDIES)
      .execute()
    for (const row of found) {
      if (!(await task.goOn())) return
      const study = await studyOf(this.#source, row)
      if (study !== undefined) yield study
    }
  }

  /** The studies to which a player is invited and may read, the last changed first. */
  async *invitedTo(player: PlayerId, signal: AbortSignal): AsyncGenerator<Study> {
    const { database, longWork } = this.#dependencies
    const task = longWork.begin(signal)
    const found = await studiesIn(database.db)
      .innerJoin('studyMembers', 'studyMembers.study', 'studies.id')
      .where('studyMembers.player', '=', player)
      .orderBy('changedAt', 'desc')
      .orderBy('studies.id')
      .limit(MOST_INVITED)
      .execute()
    const open = new Map<PlayerId, boolean>()
    for (const row of found) {
      if (!(await task.goOn())) return
      const { owner } = row
      if (!open.has(owner)) open.set(owner, await this.#isOpenTo(owner, player))
      const study = open.get(owner) ? await studyOf(this.#source, row) : undefined
      if (study !== undefined) yield seenBy(player, study)
    }
  }

  /**
   * The public studies of the player with this name, the last changed first; undefined if the
   * reader finds no such player. A pupil has none.
   */
  async shownBy(
    name: string,
    reader: PlayerId | undefined,
  ): Promise<readonly PublicStudy[] | undefined> {
    const { database, people } = this.#dependencies
    const owner = (await people.relation(reader, name))?.player
    if (owner === undefined) return undefined
    if (!(await this.#isOpenTo(owner, reader)) || (await isPupil(database.db, owner))) return []
    return publicStudiesOf(this.#source, owner)
  }

  /** A study for a reader; undefined if there is none, or if the reader may not read it. */
  async look(id: StudyId, reader: PlayerId | undefined): Promise<Study | undefined> {
    const study = await readStudy(this.#source, id)
    if (study === undefined || !(await this.#mayRead(study, reader))) return undefined
    return seenBy(reader, study)
  }

  /** A chapter for a reader; undefined if there is none, or if the reader may not read it. */
  async chapter(
    id: StudyId,
    n: number,
    reader: PlayerId | undefined,
  ): Promise<Chapter | undefined> {
    const study = await this.look(id, reader)
    return study && readChapter(this.#source, id, n)
  }

  /** Which of these players may not read a study. */
  async refusedAmong(study: Study, readers: readonly PlayerId[]): Promise<ReadonlySet<PlayerId>> {
    const { owner, isShared } = study
    // Owners read everything of their own, members what they are invited to, others what is shared.
    const others = readers.filter((reader) => reader !== owner.id)
    const apart = await this.#apartAmong(owner.id, others)
    const isRefused = (reader: PlayerId) =>
      apart.has(reader) || !(isShared || isInside(study, reader))
    return new Set(others.filter(isRefused))
  }

  /** A study as it is stored, for those who follow it already, with one of its chapters. */
  async latest(id: StudyId, n?: number): Promise<ChangedStudy | undefined> {
    return latestOf(this.#source, id, n)
  }

  async change(player: PlayerId, change: StudyChange): Promise<Result<ChangedStudy, StudyRefusal>> {
    const { database, rows, people, longWork, now } = this.#dependencies
    if (!(await people.hasAccount(player))) return err('needsAccount')
    const study = await readStudy(this.#source, change.study)
    const refusal = await this.#refusalFor(study, player, change)
    if (refusal !== undefined) return err(refusal)
    const checked = await checkTexts(change, longWork.begin())
    if (!checked.ok) return checked
    const ready = await this.#readied(study, checked.value)
    if (!ready.ok) return ready
    const changed = await database.transact(async (transaction) => {
      // All changes of a study wait for each other, and so do all invitations of a player.
      const held = [study?.owner.id ?? player]
      if (ready.value.type === 'invite') held.push(ready.value.player)
      await database.holdPlayers(transaction, held)
      const source = { db: transaction, rows }
      const changed = await changeIn(source, player, { ...ready.value, now: now() })
      // Read at once: a later reading could count another editor's change as this one.
      const n = 'n' in change ? change.n : undefined
      return changed.ok ? ok(await latestOf(source, change.study, n)) : changed
    })
    if (!changed.ok) return changed
    return changed.value === undefined ? err('unknownStudy') : ok(changed.value)
  }

  /** Removes a study of a player with all its chapters; false if there is none. */
  async remove(owner: PlayerId, study: StudyId): Promise<boolean> {
    const { database } = this.#dependencies
    return database.transact(async (transaction) => {
      await database.holdPlayers(transaction, [owner])
      return removeStudy(transaction, owner, study)
    })
  }

  get #source(): RowSource {
    const { database, rows } = this.#dependencies
    return { db: database.db, rows }
  }

  async #mayRead(study: Study, reader: PlayerId | undefined): Promise<boolean> {
    if (reader !== undefined) return !(await this.refusedAmong(study, [reader])).has(reader)
    return study.isShared && this.#isOpenTo(study.owner.id, undefined)
  }

  /** May a reader read anything of an owner at all? */
  async #isOpenTo(owner: PlayerId, reader: PlayerId | undefined): Promise<boolean> {
    if (reader !== undefined) return !(await this.#apartAmong(owner, [reader])).has(reader)
    const { people } = this.#dependencies
    return (
      !(await this.#isSilenced(owner)) && (await people.refusalToMeetAnyone(owner)) === undefined
    )
  }

  /**
   * Which of these readers may read nothing of an owner? A reader whom a block or a class keeps
   * apart from the owner, and every reader if the owner may not begin games or speak at present.
   */
  async #apartAmong(owner: PlayerId, readers: readonly PlayerId[]): Promise<ReadonlySet<PlayerId>> {
    if (readers.length === 0) return new Set()
    if (await this.#isSilenced(owner)) return new Set(readers)
    return this.#dependencies.people.apartAmong(owner, readers)
  }

  async #isSilenced(owner: PlayerId): Promise<boolean> {
    const { people } = this.#dependencies
    return (await people.refusalToBegin(owner)) !== undefined || this.#isMuted(owner)
  }

  async #isMuted(player: PlayerId): Promise<boolean> {
    const { database, now } = this.#dependencies
    return (await limitationOf(database.db, player, 'mute', now())) !== undefined
  }

  /** Why a player may not change anything in a study; undefined if that depends on the change. */
  async #refusalFor(
    study: Study | undefined,
    player: PlayerId,
    change: StudyChange,
  ): Promise<StudyRefusal | undefined> {
    const { database, people } = this.#dependencies
    // A member can leave at any time.
    if (change.type === 'uninvite') return undefined
    if ((await people.refusalToBegin(player)) !== undefined) return 'suspended'
    // Not even a pupil of an open class shows strangers own words.
    const isPublished = change.type === 'edit' && change.isPublic === true
    if (isPublished && (await isPupil(database.db, player))) return 'ofClass'
    if (study === undefined || study.owner.id === player) return undefined
    if (!(await this.#mayRead(study, player))) return 'unknownStudy'
    // What a member writes is read by others.
    return (await this.#isMuted(player)) ? 'muted' : undefined
  }

  /**
   * The change with the account that it names. Only players who follow the owner can be invited, as
   * an invitation shows them a title that the owner has written.
   */
  async #readied(
    study: Study | undefined,
    change: StudyChange,
  ): Promise<Result<ReadyChange, StudyRefusal>> {
    if (change.type !== 'invite') return ok(change)
    if (study === undefined) return err('unknownStudy')
    const { people } = this.#dependencies
    const { owner, members } = study
    const relation = await people.relation(owner.id, change.name)
    if (relation === undefined) return err('unknownPlayer')
    const { player } = relation
    if (relation.isSelf) return err('self')
    if (relation.isApart) return err('blocked')
    if (members.some(({ id }) => id === player)) return ok({ ...change, player })
    if (!relation.isFollowed) return err('notFollower')
    if ((await people.refusalToMeet(owner.id, player)) !== undefined) return err('inviteBarred')
    return ok({ ...change, player })
  }
}

// --- internal ---

async function latestOf(
  source: RowSource,
  id: StudyId,
  n: number | undefined,
): Promise<ChangedStudy | undefined> {
  const study = await readStudy(source, id)
  return study && { study, chapter: n === undefined ? undefined : await readChapter(source, id, n) }
}
