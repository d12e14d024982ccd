import { MOST_INVITED, MOST_MEMBERS, type PlayerId, type StudyId } from '@hokito/protocol'
import { err, ok } from '@hokito/rules'
import type { Transaction } from 'kysely'
import type { Tables } from '../store/schema.ts'
import type { Changed, Changing } from './change.ts'

/** Invites a player who is no member, or changes what a member may do. */
export async function invite(
  transaction: Transaction<Tables>,
  {
    study,
    player,
    mayEdit,
    now,
  }: Changing<'invite'> & { readonly player: PlayerId; readonly now: number },
): Changed {
  const stored = await memberOf(transaction, study, player)
  const next = { mayEdit: mayEdit ? 1 : 0 }
  if (stored !== undefined) {
    if (stored.mayEdit === next.mayEdit) return ok(false)
    await transaction
      .updateTable('studyMembers')
      .set(next)
      .where('study', '=', study)
      .where('player', '=', player)
      .execute()
    return ok(true)
  }
  if ((await countOf(transaction, { study })) >= MOST_MEMBERS) return err('tooManyMembers')
  if ((await countOf(transaction, { player })) >= MOST_INVITED) {
    return err('tooManyInvitations')
  }
  await transaction
    .insertInto('studyMembers')
    .values({ study, player, ...next, at: now })
    .execute()
  return ok(true)
}

/** Takes an invitation back, and the pieces if the member held them. */
export async function uninvite(
  transaction: Transaction<Tables>,
  { study, player }: Changing<'uninvite'>,
): Changed {
  const { numDeletedRows } = await transaction
    .deleteFrom('studyMembers')
    .where('study', '=', study)
    .where('player', '=', player)
    .executeTakeFirst()
  if (numDeletedRows === 0n) return ok(false)
  await transaction
    .updateTable('studies')
    .set(({ ref }) => ({ holder: ref('owner') }))
    .where('id', '=', study)
    .where('holder', '=', player)
    .execute()
  return ok(true)
}

/** Decides who controls the pieces. */
export async function give(
  transaction: Transaction<Tables>,
  { study, holder }: Changing<'give'>,
): Changed {
  const stored = await transaction
    .selectFrom('studies')
    .select(['owner', 'holder'])
    .where('id', '=', study)
    .executeTakeFirstOrThrow()
  if (stored.holder === holder) return ok(false)
  if (holder !== null && holder !== stored.owner) {
    const member = await memberOf(transaction, study, holder)
    if (member?.mayEdit !== 1) return err('unknownPlayer')
  }
  await transaction.updateTable('studies').set({ holder }).where('id', '=', study).execute()
  return ok(true)
}

// --- internal ---

async function memberOf(transaction: Transaction<Tables>, study: StudyId, player: PlayerId) {
  return transaction
    .selectFrom('studyMembers')
    .select('mayEdit')
    .where('study', '=', study)
    .where('player', '=', player)
    .executeTakeFirst()
}

async function countOf(
  transaction: Transaction<Tables>,
  whose: { readonly study: StudyId } | { readonly player: PlayerId },
): Promise<number> {
  const { count } = await transaction
    .selectFrom('studyMembers')
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .where(({ and }) => and(whose))
    .executeTakeFirstOrThrow()
  return Number(count)
}
