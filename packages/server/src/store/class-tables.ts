import type { ClassId, PlayerId } from '@hokito/protocol'

/** Accounts that the operator has confirmed as teachers. */
export interface TeachersTable {
  player: PlayerId
  since: number
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
