import type { PlayerId, Study } from '@hokito/protocol'
import { err, ok, type Result } from '@hokito/rules'
import type { Transaction } from 'kysely'
import type { RowSource } from '../store/row-reader.ts'
import type { Tables } from '../store/schema.ts'
import type { Changed, ReadyChange, StudyRefusal } from './change.ts'
import {
  addChapter,
  make,
  moveChapter,
  removeChapter,
  saveChapter,
  setExercise,
} from './chapters.ts'
import { give, invite, uninvite } from './members.ts'
import { isEditor, isInside, readStudy } from './read.ts'

/** Makes a player's change in the open transaction, if the player may make it. */
export async function changeIn(
  source: RowSource & { readonly db: Transaction<Tables> },
  player: PlayerId,
  { now, ...change }: ReadyChange & { readonly now: number },
): Promise<Result<void, StudyRefusal>> {
  const { db: transaction } = source
  const study = await readStudy(source, change.study)
  if (change.type === 'make') {
    if (study !== undefined) return study.owner.id === player ? ok(undefined) : err('unknownStudy')
    const made = await make(transaction, player, { ...change, now })
    return made.ok ? ok(undefined) : made
  }
  if (study === undefined) return err('unknownStudy')
  const refusal = refusalOf(study, player, change)
  if (refusal !== undefined) return err(refusal)
  const changed = await changeStudy(transaction, study, { ...change, now })
  if (!changed.ok || !changed.value) return changed.ok ? ok(undefined) : changed
  await transaction
    .updateTable('studies')
    .set({ version: study.version + 1, changedAt: now })
    .where('id', '=', study.id)
    .execute()
  return ok(undefined)
}

// --- internal ---

/** A change of a study that is there. */
type LaterChange = Exclude<ReadyChange, { readonly type: 'make' }>

/** Why a player may not make a change; undefined if they may. */
function refusalOf(study: Study, player: PlayerId, change: LaterChange): StudyRefusal | undefined {
  if (!isInside(study, player)) return 'unknownStudy'
  switch (change.type) {
    case 'addChapter':
    case 'saveChapter': {
      const isHolder = study.holder === null || study.holder === player
      return isEditor(study, player) && isHolder ? undefined : 'notHolder'
    }
    case 'uninvite':
      if (change.player === player) return undefined
  }
  return study.owner.id === player ? undefined : 'unknownStudy'
}

async function changeStudy(
  transaction: Transaction<Tables>,
  { isPublic }: Study,
  change: LaterChange & { readonly now: number },
): Changed {
  switch (change.type) {
    case 'edit':
      await transaction
        .updateTable('studies')
        .set({
          title: change.title,
          isShared: change.isShared ? 1 : 0,
          isPublic: change.isShared && (change.isPublic ?? isPublic) ? 1 : 0,
        })
        .where('id', '=', change.study)
        .execute()
      return ok(true)
    case 'addChapter':
      return addChapter(transaction, change)
    case 'saveChapter':
      return saveChapter(transaction, change)
    case 'setExercise':
      return setExercise(transaction, change)
    case 'moveChapter':
      return moveChapter(transaction, change)
    case 'removeChapter':
      return removeChapter(transaction, change)
    case 'invite':
      return invite(transaction, change)
    case 'uninvite':
      return uninvite(transaction, change)
    case 'give':
      return give(transaction, change)
  }
}
