import type { ClassId, ClassPurpose, PlayerId } from '@hokito/protocol'

/** Accounts that the operator has confirmed as teachers. */
export interface TeachersTable {
  player: PlayerId
  since: number
}

/**
 * Accounts that ask to be confirmed as teachers. An answered row stays for a while, so that the
 * account sees the answer and does not ask again at once.
 */
export interface TeachRequestsTable {
  player: PlayerId
  at: number
  purpose: ClassPurpose
  /** The name of the school or the club; empty if none was given. */
  school: string
  answeredAt: number | null
  /** 1 or 0 once it is answered, with the owner's reason. */
  isGranted: number | null
  why: string | null
}

export interface ClassesTable {
  id: ClassId
  teacher: PlayerId
  name: string
  /** 1 if its pupils may meet players outside the class. */
  isOpen: number
  createdAt: number
}

/** Accounts that a teacher looks after. */
export interface PupilsTable {
  player: PlayerId
  class: ClassId
  since: number
  /** What the pupil's devices have reported. */
  progressJson: string
  /** 1 if the pupil may take the account over. */
  isOffered: number
}

export interface ClassTasksTable {
  class: ClassId
  n: number
  taskJson: string
}
