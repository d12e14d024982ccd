import type en from '../../../i18n/course/en.json'

type ChapterKey = keyof typeof en.course.chapters

/** The chapters of the strategy course by the part of a game that they are about, in order. */
export const COURSE_PARTS = [
  {
    id: 'beginning',
    // To see what a piece can reach comes before attacks.
    chapters: [
      'pointsWait',
      'theirThrees',
      'twosInFront',
      'leaveOwn',
      'corners',
      'seeComing',
      'prepare',
    ],
  },
  {
    id: 'middle',
    chapters: [
      'safe',
      'opens',
      'landLast',
      'threesCover',
      'singlesLast',
      'sacrifice',
      'runOut',
      'behind',
      'compensation',
      'holdDraw',
    ],
  },
  { id: 'end', chapters: ['stuck', 'endIt', 'coverOwn', 'tower', 'count', 'endRule'] },
] as const satisfies readonly {
  readonly id: keyof typeof en.course.parts
  readonly chapters: readonly ChapterKey[]
}[]
export type ChapterId = (typeof COURSE_PARTS)[number]['chapters'][number]

export const CHAPTER_IDS: readonly ChapterId[] = COURSE_PARTS.flatMap(({ chapters }) => chapters)

/** Chapters of earlier courses, which tasks of classes and links may name, by where they went. */
const MERGED: ReadonlyMap<string, ChapterId> = new Map([
  ['notGreedy', 'pointsWait'],
  ['movesInHand', 'runOut'],
  ['onesStay', 'tower'],
])

/** The chapter of this name, or the one into which it was merged; undefined if there was none. */
export function chapterNamed(name: string): ChapterId | undefined {
  return CHAPTER_IDS.find((id) => id === name) ?? MERGED.get(name)
}

/** The chapters whose exercises a search or proof has judged move by move. */
export const JUDGED_IDS = [
  'pointsWait',
  'theirThrees',
  'twosInFront',
  'leaveOwn',
  'seeComing',
  'prepare',
  'safe',
  'opens',
  'threesCover',
  'singlesLast',
  'runOut',
  'compensation',
  'endIt',
  'endRule',
] as const satisfies readonly (ChapterId & keyof typeof en.course.tasks)[]
export type JudgedId = (typeof JUDGED_IDS)[number]
