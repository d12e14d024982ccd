import type { PlayerId, StudyChange } from '@hokito/protocol'
import type { Result } from '@hokito/rules'

/** Why a player's change of a study is refused. */
export type StudyRefusal =
  | 'unknownStudy'
  | 'staleStudy'
  | 'tooManyStudies'
  | 'tooManyChapters'
  | 'badStudyTitle'
  | 'badChapter'
  | 'needsAccount'
  | 'suspended'
  | 'muted'
  | 'notHolder'
  | 'notFollower'
  | 'tooManyMembers'
  | 'tooManyInvitations'
  | 'inviteBarred'
  | 'unknownPlayer'
  | 'self'
  | 'blocked'
  | 'ofClass'

export type Changing<T extends StudyChange['type']> = Extract<StudyChange, { readonly type: T }>

/** A change, with the account that an invitation names. */
export type ReadyChange =
  | Exclude<StudyChange, { readonly type: 'invite' }>
  | (Changing<'invite'> & { readonly player: PlayerId })

/** Whether anything has changed. */
export type Changed = Promise<Result<boolean, StudyRefusal>>
