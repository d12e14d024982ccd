import { LONGEST_CHAPTER, LONGEST_TITLE } from '@hokito/protocol'
import { err, formatRecord, ok, type RandomBytes, type Result, randomDeal } from '@hokito/rules'
import { useState } from 'preact/hooks'
import { type Translate, useTranslate } from '../../i18n/i18n.ts'
import type { StudyRefusal } from '../../models/analysis/studies-api.ts'
import { type FiledChapter, readChapters } from '../../models/analysis/study-file.ts'
import { formatAnalysis, newAnalysis } from '../../models/analysis/tree-record.ts'
import type { LocalGame } from '../../models/local/local-game.ts'
import { useServices } from '../../services.ts'
import { describeOpenError } from '../../words/analysis.ts'
import { describeProgress, describeResult, opponentName } from '../../words/games.ts'
import { describeStudyRefusal } from '../../words/study.ts'
import { latestGames } from '../replay/OwnGames.tsx'

interface NewChapterFormProps {
  /** A record or a position to begin with; a new layout if it is empty. */
  readonly text: string
  readonly title: string
  readonly label: string
  /** Stores the chapters, at least one; resolves with the reason if that failed. */
  readonly onDone: (
    title: string,
    chapters: readonly FiledChapter[],
  ) => Promise<StudyRefusal | undefined>
}

/**
 * The title of a new study or chapter, and what it begins with: a new layout, a game of the
 * player's, or a record or position as text.
 */
export function NewChapterForm({ onDone, label, ...first }: NewChapterFormProps) {
  const t = useTranslate()
  const { randomBytes, store } = useServices()
  const [games] = useState(() =>
    latestGames(store).map((game) => ({ game, name: nameOf(t, game) })),
  )
  const [typed, setTitle] = useState<string | undefined>(undefined)
  const [start, setStart] = useState<Start>(first.text === '' ? 'layout' : 'text')
  const [text, setText] = useState(first.text)
  const chosen = typeof start === 'number' ? games[start] : undefined
  const title = typed ?? first.title
  const [fault, setFault] = useState<string | undefined>(undefined)
  const [isBusy, setBusy] = useState(false)
  const submit = async () => {
    const begun = chosen === undefined ? text : formatRecord(chosen.game.record)
    const chapters = chaptersIn(t, start === 'layout' ? '' : begun, randomBytes)
    if (!chapters.ok) return setFault(chapters.error)
    setBusy(true)
    const refusal = await onDone(title, chapters.value)
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
          <StartField games={games} start={start} onStart={setStart} />
          {start === 'text' && field}
        </>
      ) : (
        // Few edit by hand what an analysis has brought along.
        <details>
          <summary>{t('study.from')}</summary>
          {field}
        </details>
      )}
      {fault !== undefined && (
        <p class="fault" role="alert">
          {fault}
        </p>
      )}
      <button type="submit" class="button button-main" disabled={isBusy}>
        {label}
      </button>
    </form>
  )
}

// --- internal ---

/** What a chapter begins with: the number of one of the games listed, a new layout, or a text. */
type Start = number | 'layout' | 'text'

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

interface TitleFieldProps {
  readonly title: string
  readonly onTitle: (title: string) => void
}

function TitleField({ title, onTitle }: TitleFieldProps) {
  const t = useTranslate()
  return (
    <label class="field">
      {t('study.name')}
      <input
        class="input"
        type="text"
        required
        autocomplete="off"
        maxLength={LONGEST_TITLE}
        value={title}
        onInput={(event) => onTitle(event.currentTarget.value)}
      />
    </label>
  )
}

interface StartFieldProps {
  readonly games: readonly { readonly game: LocalGame; readonly name: string }[]
  readonly start: Start
  readonly onStart: (start: Start) => void
}

/** Chooses one of the games, a new layout or a text. */
function StartField({ games, start, onStart }: StartFieldProps) {
  const t = useTranslate()
  return (
    <label class="field">
      {t('study.start')}
      <select
        class="select"
        value={start}
        onChange={({ currentTarget: { value } }) =>
          onStart(value === 'layout' || value === 'text' ? value : Number(value))
        }
      >
        <option value="layout">{t('study.fromLayout')}</option>
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
