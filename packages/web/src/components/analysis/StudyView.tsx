import { type Chapter, type StudyId, studyIdSchema } from '@hokito/protocol'
import type { Position } from '@hokito/rules'
import { signal } from '@preact/signals'
import type { ComponentType } from 'preact'
import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { useTranslate } from '../../i18n/i18n.ts'
import { followStudy } from '../../models/analysis/followed-study.ts'
import { createSolvedExercises } from '../../models/analysis/solved-exercises.ts'
import { fetchChapter, type StudyRefusal } from '../../models/analysis/studies-api.ts'
import { partIn, READER } from '../../models/analysis/study-part.ts'
import { analysisAt, formatAnalysis } from '../../models/analysis/tree-record.ts'
import { ROUTES, studyRoute } from '../../routes.ts'
import { useServices } from '../../services.ts'
import { useOwned } from '../../ui/hooks.ts'
import { Notice } from '../../ui/Notice.tsx'
import { useTitle } from '../../ui/tab.ts'
import { describeStudyRefusal } from '../../words/study.ts'
import { useConnection } from '../online/use-connection.ts'
import { EditChapter } from './EditChapter.tsx'
import { type ChapterTexts, EditedChapter } from './EditedChapter.tsx'
import { ManageStudy } from './ManageStudy.tsx'
import type { PositionEditorProps } from './PositionEditor.tsx'
import { type ChapterProps, ShownChapter } from './ShownChapter.tsx'
import type { ChapterDraft } from './study-panel-props.ts'

interface EditorProps {
  /** The board on which a position is built for a new chapter. */
  readonly Editor: ComponentType<PositionEditorProps>
}

/** A study: the chapter that the address names, followed as its editors change it. */
export function StudyView({ id, ...props }: EditorProps & { readonly id: string }) {
  const parsed = studyIdSchema.safeParse(id)
  return parsed.success ? <OneStudy id={parsed.data} {...props} /> : <NoStudy />
}

// --- internal ---

function NoStudy() {
  const t = useTranslate()
  useTitle(t('nav.studies'))
  return (
    <div class="page">
      <h1>{t('nav.studies')}</h1>
      <p role="alert">{t('study.refusal.unknownStudy')}</p>
      <p>
        <a href={ROUTES.study}>{t('study.all')}</a>
      </p>
    </div>
  )
}

function OneStudy({ id, Editor }: EditorProps & { readonly id: StudyId }) {
  const t = useTranslate()
  const connection = useConnection()
  const { query } = useLocation()
  const followed = useOwned(() => followStudy(id, connection))
  const [isChosen] = useState(() => signal(false))
  // For a reader, what the author says comes first, not what the engine does.
  const [engineSwitch] = useState(() => signal(false))
  const first = useRef<number | undefined>(undefined)
  const { deviceStorage } = useServices()
  const [exercises] = useState(() => createSolvedExercises(deviceStorage))
  const study = followed.study.value
  useTitle(typeof study === 'object' ? study.title : t('nav.studies'))
  if (study === 'gone') return <NoStudy />
  if (study === 'asked') {
    return (
      <div class="page">
        <h1>{t('nav.studies')}</h1>
        {connection.status.value !== 'online' && <p role="status">{t('study.waiting')}</p>}
      </div>
    )
  }
  const asked = Number(query.chapter)
  const numbers = study.chapters.map((each) => each.n)
  // An address without a chapter goes on to show the same one when the first place is another's.
  if (first.current === undefined || !numbers.includes(first.current)) first.current = numbers[0]
  const n = numbers.includes(asked) ? asked : first.current
  if (n === undefined) return <NoStudy />
  const solving = {
    solved: exercises.in(id),
    onSolved: () => exercises.keep(id, n),
  }
  const routeOf = (to: number) => studyRoute(id, to)
  const chapter = { study, followed, n, routeOf, isChosen, engineSwitch, Editor }
  return <OneChapter key={n} {...chapter} {...solving} />
}

/** A chapter, read once and then kept up to date. */
function OneChapter(props: ChapterProps & EditorProps) {
  const { study, followed, n } = props
  const t = useTranslate()
  const [latest, setLatest] = useState<Chapter | undefined>(undefined)
  const [refusal, setRefusal] = useState<StudyRefusal | undefined>(undefined)
  const news = followed.news.value
  const known = Math.max(latest?.version ?? 0, news?.n === n ? news.version : 0)
  const read = useCallback(async () => {
    const chapter = await fetchChapter(study.id, n)
    if (chapter.ok) setLatest((before) => newerOf(before, chapter.value))
    else setRefusal(chapter.error)
  }, [study.id, n])

  useEffect(() => {
    if (news?.n === n) setLatest((before) => newerOf(before, news))
  }, [news, n])
  // The first time, and whenever news did not arrive. Each answer about the study is an occasion to
  // try again.
  useEffect(() => {
    if (study.chapters.some((each) => each.n === n && each.version > known)) void read()
  }, [read, study, n, known])

  if (latest === undefined) {
    return (
      <div class="page">
        <h1>{study.title}</h1>
        {refusal !== undefined && (
          <Notice
            text={describeStudyRefusal(t, refusal)}
            action={t('notice.tryAgain')}
            onAction={() => void read()}
          />
        )}
      </div>
    )
  }
  return <LatestChapter {...props} latest={latest} onStale={read} />
}

interface LatestChapterProps extends ChapterProps, EditorProps {
  readonly latest: Chapter
  readonly onStale: () => unknown
}

/** A chapter as its owner, an editor or a reader sees it, or the board that the next one is built on. */
function LatestChapter({ onStale, Editor, ...props }: LatestChapterProps) {
  const { study, followed, n, latest } = props
  const t = useTranslate()
  const part = partIn(study, useConnection().player.value?.id)
  const [managed, setManaged] = useState<'study' | 'chapter' | undefined>(undefined)
  const [sharing] = useState(() => signal(false))
  const [isTried, setTried] = useState(false)
  const [draft, setDraft] = useState<ChapterDraft | undefined>(undefined)
  const [first, setFirst] = useState<Position | undefined>(undefined)
  const texts = useRef<ChapterTexts | undefined>(undefined)
  if (draft !== undefined && first !== undefined) {
    return (
      <Editor
        first={first}
        doneLabel={t('study.usePosition')}
        onDone={(position) => {
          setDraft({ ...draft, text: formatAnalysis(analysisAt(position)) })
          setFirst(undefined)
        }}
        onBack={() => {
          setDraft(undefined)
          setFirst(undefined)
        }}
      />
    )
  }
  const close = () => setManaged(undefined)
  const chapter = {
    ...{ ...props, part },
    onManage: () => setManaged('study'),
    onEditChapter: () => setManaged('chapter'),
    ...((part.isOwner || part.isEditing) && { sharing }),
  }
  return (
    <>
      {isTried ? (
        <ShownChapter {...chapter} part={READER} onTried={() => setTried(false)} />
      ) : part.isEditing ? (
        <EditedChapter
          {...chapter}
          texts={texts}
          onStale={onStale}
          draft={draft}
          onBuild={(begun, position) => {
            setDraft(begun)
            setFirst(position)
          }}
          onAdded={() => setDraft(undefined)}
          {...(part.isOwner && { onTry: () => setTried(true) })}
        />
      ) : (
        <ShownChapter {...chapter} />
      )}
      {/* It stays open when the owner gives the pieces away. */}
      {managed === 'study' && <ManageStudy {...{ study, followed, part }} onClose={close} />}
      {managed === 'chapter' && (
        <EditChapter
          {...{ study, followed, n, part }}
          chapterTitle={latest.title}
          texts={texts.current}
          onShare={() => {
            close()
            sharing.value = true
          }}
          onClose={close}
        />
      )}
    </>
  )
}

function newerOf(before: Chapter | undefined, after: Chapter): Chapter {
  return before === undefined || after.version > before.version ? after : before
}
