import type { PlayerId, StudyId } from '@hokito/protocol'
import type { Kysely } from 'kysely'
import type { Tables } from './schema.ts'

/**
 * Removes a study of a player with its chapters and members, within the open transaction. False if
 * there is none.
 */
export async function removeStudy(
  transaction: Kysely<Tables>,
  owner: PlayerId,
  study: StudyId,
): Promise<boolean> {
  const { numDeletedRows } = await transaction
    .deleteFrom('studies')
    .where('id', '=', study)
    .where('owner', '=', owner)
    .executeTakeFirst()
  if (numDeletedRows === 0n) return false
  await transaction.deleteFrom('studyChapters').where('study', '=', study).execute()
  await transaction.deleteFrom('studyMembers').where('study', '=', study).execute()
  return true
}
