import type { Study } from '@hokito/protocol'
import type { Position } from '@hokito/rules'
import type { Signal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import type { AnalysisModel } from '../../models/analysis/analysis-model.ts'
import type { SavingState } from '../../models/analysis/chapter-saving.ts'
import type { FollowedStudy } from '../../models/analysis/followed-study.ts'
import type { StudyPart } from '../../models/analysis/study-part.ts'

/** What is known of a new chapter before it is added. */
export interface ChapterDraft {
  readonly title: string
  readonly isExercise: boolean
  /** What its readers are asked, if it is an exercise. */
  readonly question: string
  /** The position that it begins with, as text; empty until it is built. */
  readonly text: string
}

/** What the panel of a study and its tools need. */
export interface StudyPanelProps {
  readonly study: Study
  readonly followed: FollowedStudy
  /** The chapter shown. */
  readonly n: number
  /** The address of a chapter. */
  readonly routeOf: (n: number) => string
  /** Whether the player has just chosen the chapter in the list, which then has the focus. */
  readonly isChosen: Signal<boolean>
  /** What the player may do with the study. */
  readonly part: StudyPart
  /** Opens the dialog for sharing and managing the study. */
  readonly onManage?: () => void
  /** Opens the dialog for the chapter shown. */
  readonly onEditChapter?: () => void
  /** The numbers of the chapters that were solved on this device. */
  readonly solved: readonly number[]
  readonly chapterTitle: string
  /** The chapter on the board, for those who edit it. */
  readonly model?: AnalysisModel
  /** A chapter that is being added, which begins with a position built for it. */
  readonly draft?: ChapterDraft | undefined
  /** Opens the board on which a position is built for a new chapter. */
  readonly onBuild?: (draft: ChapterDraft, first: Position) => void
  /** Called when the dialog of a new chapter is closed. */
  readonly onAdded?: () => void
  /** Shows the exercise as its readers see it, for its owner. */
  readonly onTry?: () => void
  /** Goes back to the chapter from there. */
  readonly onTried?: () => void
  /** Whether the chapter on the board is stored. */
  readonly saving?: SavingState
  /** Whether the chapter has changed while the reader tried moves. */
  readonly hasNews?: boolean
  /** Shows the chapter as it is stored. */
  readonly onReload?: () => void
  /** Whether the reader finds the moves of the chapter. */
  readonly isSolving?: boolean
  /** What else a reader can do with the chapter. */
  readonly tool?: ComponentChildren
}
