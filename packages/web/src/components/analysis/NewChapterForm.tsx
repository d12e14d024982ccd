import { LONGEST_CHAPTER } from '@hokito/protocol'
import { err, ok, type RandomBytes, type Result, randomDeal } from '@hokito/rules'
import { useState } from 'preact/hooks'
import { type Translate, useTranslate } from '../../i18n/i18n.ts'
import type { AnalysisModel } from '../../models/analysis/analysis-model.ts'
import type { StudyRefusal } from '../../models/analysis/studies-api.ts'
import { asking, type FiledChapter, readChapters } from '../../models/analysis/study-file.ts'
import { onlyLine } from '../../models/analysis/tree.ts'
import {
  analysisAt,
  analysisOf,
  formatAnalysis,
  newAnalysis,
} from '../../models/analysis/tree-record.ts'
import { type LocalGame, soloColor } from '../../models/local/local-game.ts'
import { useServices } from '../../services.ts'
import { describeOpenError } from '../../words/analysis.ts'
import { describeProgress, describeResult, opponentName } from '../../words/games.ts'
import { describeStudyRefusal, namedRecord } from '../../words/study.ts'
import { useConnection } from '../online/use-connection.ts'
import { latestGames } from '../replay/OwnGames.tsx'
import { ExerciseField, TitleField } from './StudyFields.tsx'
import type { ChapterDraft } from './study-panel-props.ts'
import { withVerdicts } from './use-review-marks.ts'

interface NewChapterFormProps {
  /** A record or a position to begin with; a new layout if it is empty. */
  readonly text: string
  readonly title: string
  readonly label: string
  /** What else it can begin with, in a study that is open on the board. */
  readonly open?: OpenChapter
  /** Whether the chapter is an exercise; undefined if that cannot be chosen. */
  readonly isExercise?: boolean | undefined
  /** What its readers are asked, if it is an exercise. */
  readonly question?: string | undefined
  /** What the text is called; a game if absent. */
  readonly from?: string | undefined
  /** Why the chapter could not be stored before. */
  readonly fault?: StudyRefusal | undefined
  /** Stores the chapters, at least one; resolves with the reason if that failed. */
  readonly onDone: (
    title: string,
    chapters: readonly FiledChapter[],
  ) => Promise<StudyRefusal | undefined>
}

interface OpenChapter {
  /** The chapter on the board. */
  readonly model: AnalysisModel
  /** Opens a board to build the position on. */
  readonly onBuild: (draft: ChapterDraft) => void
}

/**
 * The title of a new study or chapter, and what it begins with: a new layout, what is on
 * the board, a position built for it, a game of the player's, or a record or position as text.
 */
export function NewChapterForm({ onDone, label, open, ...first }: NewChapterFormProps) {
  const t = useTranslate()
  const { randomBytes, store, deviceStorage } = useServices()
  const player = useConnection().player.value
  const [games] = useState(() =>
    latestGames(store).map((game) => ({ game, name: nameOf(t, game) })),
  )
  const [typed, setTitle] = useState<string | undefined>(undefined)
  const [start, setStart] = useState<Start>(first.text === '' ? 'layout' : 'text')
  const [text, setText] = useState(first.text)
  const title = typed ?? first.title
  const [fault, setFault] = useState(first.fault && describeStudyRefusal(t, first.fault))
  const [isBusy, setBusy] = useState(false)
  const [isExercise, setExercise] = useState(first.isExercise)
  const marked = isExercise === true
  const [question, setQuestion] = useState(first.question ?? '')
  const submit = async () => {
    if (start === 'built') return open?.onBuild({ title, isExercise: marked, question, text: '' })
    const game = typeof start === 'number' ? games[start]?.game : undefined
    const begun = game
      ? formatAnalysis(
          withVerdicts(
            analysisOf(namedRecord(game.record, soloColor(game), player?.name)),
            deviceStorage,
          ),
        )
      : (textOnBoard(open, start) ?? text)
    const chapters = chaptersIn(t, start === 'layout' ? '' : begun, randomBytes)
    if (!chapters.ok) return setFault(chapters.error)
    setBusy(true)
    const refusal = await onDone(
      title,
      marked
        ? chapters.value.map((each) => asking({ ...each, isExercise: true }, question))
        : chapters.value,
    )
    setBusy(false)
    setFault(refusal && describeStudyRefusal(t, refusal))
  }
  const field = <TextField text={text} onText={setText} />
  return (
    <form
      class="study-form"
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <TitleField title={title} onTitle={setTitle} />
      {first.text === '' ? (
        <>
          <StartField games={games} start={start} onStart={setStart} isOpen={open !== undefined} />
          {start === 'text' && field}
        </>
      ) : (
        // Few edit by hand what an analysis has brought along.
        <details>
          <summary>{first.from ?? t('study.from')}</summary>
          {field}
        </details>
      )}
      {isExercise !== undefined && (
        <ExerciseField
          {...{ isExercise, question }}
          onExercise={setExercise}
          onQuestion={setQuestion}
        />
      )}
      {fault !== undefined && (
        <p class="fault" role="alert">
          {fault}
        </p>
      )}
      <button type="submit" class="button button-main" disabled={isBusy}>
        {start === 'built' ? t('study.build') : label}
      </button>
    </form>
  )
}

// --- internal ---

/** What a chapter can begin with while another one is on the board. */
const ON_BOARD = ['here', 'moves', 'built'] as const

/** What a chapter begins with: the number of one of the games listed, or one of the other ways. */
type Start = number | 'layout' | 'text' | (typeof ON_BOARD)[number]

/** The position or the moves on the board, if the chapter begins with them. */
function textOnBoard(open: OpenChapter | undefined, start: Start): string | undefined {
  if (open === undefined) return undefined
  const { position, analysis, line } = open.model
  if (start === 'here') return formatAnalysis(analysisAt(position.peek()))
  if (start !== 'moves') return undefined
  const copied = analysis.peek()
  return formatAnalysis({ ...copied, tree: onlyLine(copied.tree, line.peek()) })
}

/** A game as the list of games names it. */
function nameOf(t: Translate, game: LocalGame): string {
  const listed = { kind: 'local', game } as const
  const told = describeResult(t, listed, undefined)?.headline ?? describeProgress(t, listed)
  return `${opponentName(t, listed, undefined)} · ${told}`
}

/** The chapters that a text makes: a new layout if it is empty. The error is a sentence. */
function chaptersIn(
  t: Translate,
  text: string,
  randomBytes: RandomBytes,
): Result<readonly FiledChapter[], string> {
  if (text.trim() === '') {
    const deal = randomDeal('standard', randomBytes)
    const analysis = newAnalysis({ kind: 'deal', deal }, 'either')
    return ok([{ title: undefined, hgn: formatAnalysis(analysis), isExercise: false }])
  }
  const chapters = readChapters(text)
  if (!chapters.ok) return err(describeOpenError(t, chapters.error))
  const isTooLong = chapters.value.some(({ hgn }) => hgn.length > LONGEST_CHAPTER)
  return isTooLong ? err(t('study.refusal.badChapter')) : chapters
}

interface StartFieldProps {
  readonly games: readonly { readonly game: LocalGame; readonly name: string }[]
  readonly start: Start
  readonly onStart: (start: Start) => void
  /** Whether a chapter is on the board. */
  readonly isOpen: boolean
}

/** Chooses what the chapter begins with. */
function StartField({ games, start, onStart, isOpen }: StartFieldProps) {
  const t = useTranslate()
  return (
    <label class="field">
      {t('study.start')}
      <select
        class="select"
        value={start}
        onChange={({ currentTarget: { value } }) =>
          onStart(NAMED.find((way) => way === value) ?? Number(value))
        }
      >
        <option value="layout">{t('study.fromLayout')}</option>
        {isOpen &&
          ON_BOARD.map((way) => (
            <option key={way} value={way}>
              {t(`study.begin.${way}`)}
            </option>
          ))}
        {games.map(({ game, name }, index) => (
          <option key={game.id} value={index}>
            {name}
          </option>
        ))}
        <option value="text">{t('study.fromText')}</option>
      </select>
    </label>
  )
}

const NAMED = ['layout', 'text', ...ON_BOARD] as const

interface TextFieldProps {
  readonly text: string
  readonly onText: (text: string) => void
}

/** The record or position to begin with. */
function TextField({ text, onText }: TextFieldProps) {
  const t = useTranslate()
  return (
    <label class="field">
      {t('study.text')}
      <textarea
        class="input"
        rows={3}
        spellcheck={false}
        value={text}
        onInput={(event) => onText(event.currentTarget.value)}
      />
    </label>
  )
}
