import type { PlayerId, Study } from '@hokito/protocol'

/** What a player is in a study, and may do with it. */
export interface StudyPart {
  readonly isOwner: boolean
  /** Whether the player is invited to it. */
  readonly isMember: boolean
  /** Whether the player may change its chapters now. */
  readonly isEditing: boolean
  /** The name of the one who controls the pieces, unless it is the player or everyone who may edit. */
  readonly otherHolder: string | undefined
}

/** What one is who has only the link to a study. */
export const READER: StudyPart = {
  isOwner: false,
  isMember: false,
  isEditing: false,
  otherHolder: undefined,
}

export function partIn(study: Study, player: PlayerId | undefined): StudyPart {
  const { owner, holder, members } = study
  const isOwner = owner.id === player
  const own = members.find(({ id }) => id === player)
  const mayEdit = isOwner || own?.mayEdit === true
  const holds = holder === null || holder === player
  return {
    isOwner,
    isMember: own !== undefined,
    isEditing: mayEdit && holds,
    otherHolder: holds ? undefined : [owner, ...members].find(({ id }) => id === holder)?.name,
  }
}
