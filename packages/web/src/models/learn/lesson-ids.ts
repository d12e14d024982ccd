import type en from '../../i18n/guide/en.json'

/** The lessons in order; the texts of each are in the catalogue under `learn.lessons`. */
export const LESSON_IDS = [
  'board',
  'oneHop',
  'moreHops',
  'neverBack',
  'empties',
  'singles',
  'stacks',
  'top',
  'points',
  'end',
  'tactics',
  'game',
] as const satisfies readonly (keyof typeof en.learn.lessons)[]
export type LessonId = (typeof LESSON_IDS)[number]
