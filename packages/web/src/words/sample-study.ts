import { type Chapter, playerIdSchema, type Study, studyIdSchema } from '@hokito/protocol'
import { lineOf, type Move, newRecord, type Position } from '@hokito/rules'
import type { Translate } from '../i18n/i18n.ts'
import { writeNote } from '../models/analysis/shapes.ts'
import { analysisOf, formatAnalysis } from '../models/analysis/tree-record.ts'
import type { ChapterId } from '../models/learn/course/chapter-ids.ts'
import { CHAPTERS, type Example } from '../models/learn/course/chapters.ts'
import { describeExample, describeVerdict } from './course.ts'

/** A study that every visitor can look at. No server has it. */
export interface SampleStudy {
  readonly study: Study
  readonly chapters: readonly Chapter[]
}

/**
 * The sample: three ideas of the strategy course with comments, variations and arrows, and a fourth
 * as an exercise. Its texts are those of the course, in the language of the visitor.
 */
export function sampleStudy(t: Translate): SampleStudy {
  const shown = IDEAS.map((id, index) => chapterOf(t, id, index + 1))
  const chapters = [...shown, exerciseOf(t, EXERCISE, IDEAS.length + 1)]
  return {
    study: {
      id: studyIdSchema.parse('sampleStudy0'),
      title: t('course.title'),
      owner: { id: playerIdSchema.parse('samplePlayer'), name: t('app.name') },
      isShared: false,
      version: 1,
      changedAt: 0,
      chapters: chapters.map(({ hgn, path, ...head }) => head),
      holder: null,
      members: [],
    },
    chapters,
  }
}

// --- internal ---

const IDEAS: readonly ChapterId[] = ['leaveOwn', 'sacrifice', 'stuck']
/** One whose example has a single right move, which is proved. */
const EXERCISE: ChapterId = 'endIt'

/** The glyphs of a good move and of a mistake. */
const [GOOD, BAD] = [1, 2]

/** The right move and what follows on the main line; the wrong one as a variation. */
function chapterOf(t: Translate, id: ChapterId, n: number): Chapter {
  const example = exampleOf(id, 0)
  const { position, move, line, wrong } = example
  const main = [move, ...line]
  // A verdict that compares the two moves is said once, beside the wrong one.
  const verdict = describeVerdict(t, example, true)
  const isSaid = wrong !== undefined && verdict === describeVerdict(t, example, false)
  const variations = wrong === undefined ? [] : [{ ply: 0, ...wrongLine(t, example, wrong) }]
  const record = {
    ...recordFrom(position),
    ...lineOf(main),
    comments: [
      {
        ply: 0,
        text: note(`${t(`course.chapters.${id}.idea`)} ${describeExample(t, id, example)}`, move),
      },
      { ply: main.length, text: isSaid ? '' : verdict },
    ],
    glyphs: [{ ply: 1, code: GOOD }],
    variations,
  }
  return chapter(n, t(`chapters.${id}`), formatAnalysis(analysisOf(record)))
}

function wrongLine(t: Translate, example: Example, moves: readonly Move[]) {
  return {
    ...lineOf(moves),
    comments: [{ ply: moves.length, text: describeVerdict(t, example, false) }],
    glyphs: [{ ply: 1, code: BAD }],
  }
}

/** The reader finds the right move, and sees the answer. */
function exerciseOf(t: Translate, id: ChapterId, n: number): Chapter {
  const example = exampleOf(id, 1)
  const { position, move, line } = example
  const main = [move, ...line.slice(0, 1)]
  const record = {
    ...recordFrom(position),
    ...lineOf(main),
    comments: [
      { ply: 0, text: t(`course.chapters.${id}.idea`) },
      { ply: main.length, text: describeExample(t, id, example) },
    ],
  }
  const hgn = formatAnalysis(analysisOf(record))
  return { ...chapter(n, t('study.solve.title'), hgn), isExercise: true }
}

function chapter(n: number, title: string, hgn: string): Chapter {
  return { n, title, version: 1, isExercise: false, hgn, path: '' }
}

function recordFrom(position: Position) {
  const { endRule, compensation } = position
  return newRecord({ kind: 'position', position }, endRule, compensation)
}

function exampleOf(id: ChapterId, at: 0 | 1): Example {
  const found = CHAPTERS.find((each) => each.id === id)
  if (found === undefined) throw new Error(`the course has no chapter ${id}`)
  return found.examples[at]
}

/** A comment with an arrow for a move. */
function note(text: string, { from, to }: Move): string {
  return writeNote({ text, shapes: [{ from, to }] })
}
