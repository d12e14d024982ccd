import type { PlayerId, StudyId } from '@hokito/protocol'

/** Studies of accounts. Those of a deleted account are shown to nobody until they are erased. */
export interface StudiesTable {
  id: StudyId
  owner: PlayerId
  title: string
  /** 1 if everyone who has its address may read it. */
  isShared: number
  /** 1 if it is on the owner's profile while it is shared; null if an older node made it. */
  isPublic: number | null
  version: number
  createdAt: number
  changedAt: number
  /** The only player who may edit it at present; null if all who may edit it may do so. */
  holder: PlayerId | null
}

/** The players invited to studies. Deleted accounts are shown to nobody until they are erased. */
export interface StudyMembersTable {
  study: StudyId
  player: PlayerId
  mayEdit: number
  at: number
}

export interface StudyChaptersTable {
  study: StudyId
  n: number
  title: string
  hgn: string
  /** The place of the one who controls the pieces. */
  path: string
  version: number
  /** 1 if the readers find its moves; null if it was added by an older node. */
  isExercise: number | null
  /** Where it stands; null if it comes after those with a place, by its number. */
  place: number | null
}
