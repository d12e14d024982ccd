import { type Chapter, type Study, type StudyId, studyIdSchema } from '@hokito/protocol'
import { type Position, parseRecord } from '@hokito/rules'
import { effect, type Signal, signal } from '@preact/signals'
import type { ComponentChildren, ComponentType } from 'preact'
import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { useTranslate } from '../../i18n/i18n.ts'
import { type AnalysisModel, createAnalysisModel } from '../../models/analysis/analysis-model.ts'
import {
  type ChapterContent,
  type ChapterSaving,
  createChapterSaving,
} from '../../models/analysis/chapter-saving.ts'
import { type FollowedStudy, followStudy } from '../../models/analysis/followed-study.ts'
import { mergeTrees, mergeValues } from '../../models/analysis/merge.ts'
import { createSolvedExercises } from '../../models/analysis/solved-exercises.ts'
import { changeStudy, fetchChapter, type StudyRefusal } from '../../models/analysis/studies-api.ts'
import { partIn, READER, type StudyPart } from '../../models/analysis/study-part.ts'
import { ROOT } from '../../models/analysis/tree.ts'
import {
  type Analysis,
  analysisAt,
  analysisOf,
  formatAnalysis,
} from '../../models/analysis/tree-record.ts'
import { ROUTES, studyRoute } from '../../routes.ts'
import { useServices } from '../../services.ts'
import { useOwned } from '../../ui/hooks.ts'
import { Notice } from '../../ui/Notice.tsx'
import { useTitle } from '../../ui/tab.ts'
import { describeStudyRefusal } from '../../words/study.ts'
import { usePointing } from '../game/use-pointing.ts'
import { useConnection } from '../online/use-connection.ts'
import { AnalysisScreen } from './AnalysisScreen.tsx'
import { EditChapter } from './EditChapter.tsx'
import { ExerciseChapter } from './ExerciseChapter.tsx'
import { ManageStudy } from './ManageStudy.tsx'
import type { PositionEditorProps } from './PositionEditor.tsx'
import { StudyPanel } from './StudyPanel.tsx'
import type { ChapterDraft, StudyPanelProps } from './study-panel-props.ts'

interface EditorProps {
  /** The board on which a position is built for a new chapter. */
  readonly Editor: ComponentType<PositionEditorProps>
}

/** A study: the chapter that the address names, followed as its editors change it. */
export function StudyView({ id, ...props }: EditorProps & { readonly id: string }) {
  const parsed = studyIdSchema.safeParse(id)
  return parsed.success ? <OneStudy id={parsed.data} {...props} /> : <NoStudy />
}

/** A chapter that others edit, or an exercise until its reader has asked for all of it. */
export function ShownChapter(props: LatestProps) {
  const { study, n, part, latest, routeOf } = props
  const t = useTranslate()
  const [begun, setBegun] = useState(latest)
  const [place, setPlace] = useState<string | undefined>(undefined)
  const isExercise = study.chapters.some((each) => each.n === n && each.isExercise)
  const analysis = useMemo(() => analysisIn(begun.hgn), [begun])
  if (part.isOwner || !isExercise || analysis.tree.children.length === 0) {
    return <ReadChapter {...props} />
  }
  if (place !== undefined) {
    return (
      <ReadChapter
        {...props}
        place={place}
        tool={
          <button
            type="button"
            class="button button-small"
            onClick={() => {
              setBegun(latest)
              setPlace(undefined)
            }}
          >
            {t('study.solve.title')}
          </button>
        }
      />
    )
  }
  const next = study.chapters[study.chapters.findIndex((each) => each.n === n) + 1]
  return (
    <ExerciseChapter
      key={begun.version}
      analysis={analysis}
      title={study.title}
      next={next && routeOf(next.n)}
      onShow={setPlace}
      onSolved={props.onSolved}
      study={
        <StudyPanel
          {...props}
          chapterTitle={latest.title}
          isSolving
          hasNews={latest.hgn !== begun.hgn}
          onReload={() => setBegun(latest)}
        />
      }
    />
  )
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

interface ChapterProps {
  readonly study: Study
  readonly followed: FollowedStudy
  readonly n: number
  /** The address of a chapter. */
  readonly routeOf: (n: number) => string
  /** Whether the player has just chosen the chapter in the list. */
  readonly isChosen: Signal<boolean>
  /** Whether the engine is on for a reader, instead of the setting kept on the device. */
  readonly engineSwitch: Signal<boolean>
  readonly solved: readonly number[]
  /** Keeps on the device that the chapter is solved. */
  readonly onSolved: () => void
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
  const rename = useRef<Rename | undefined>(undefined)
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
          rename={rename}
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
          onTitle={(title) => rename.current?.(title)}
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

/** The model of a stored chapter, at the place of the one who controls the pieces. */
function modelOf({ hgn, path }: Chapter): AnalysisModel {
  return createAnalysisModel(analysisIn(hgn), { path, folded: [] })
}

function analysisIn(hgn: string): Analysis {
  const record = parseRecord(hgn)
  // The server has read it before it was stored.
  if (!record.ok) throw new Error(`a chapter breaks off: ${record.error.code}`)
  return analysisOf(record.value)
}

interface LatestProps
  extends ChapterProps,
    Pick<
      StudyPanelProps,
      'draft' | 'onBuild' | 'onAdded' | 'onTry' | 'onTried' | 'onManage' | 'onEditChapter'
    > {
  readonly part: StudyPart
  /** The chapter as it was stored last. */
  readonly latest: Chapter
  /** Set when the chapter shown is to be shared, if that is asked for in the dialog of the study. */
  readonly sharing?: Signal<boolean>
}

/** Sends the latest changes before the page closes, and asks if they may get lost. */
function useSentBeforeLeaving(saving: ChapterSaving): void {
  useEffect(() => {
    const leave = (event: BeforeUnloadEvent) => {
      if (!saving.sendNow()) event.preventDefault()
    }
    addEventListener('beforeunload', leave)
    return () => removeEventListener('beforeunload', leave)
  }, [saving])
}

/** Gives the chapter on the board another title. */
type Rename = (title: string) => void

interface EditedProps extends LatestProps {
  /** Set to what renames the chapter. */
  readonly rename: { current: Rename | undefined }
  readonly onStale: () => unknown
}

/** A chapter that the player may edit, stored while it is edited. */
function EditedChapter({ latest, rename, onStale, ...shown }: EditedProps) {
  const { study, followed, n } = shown
  const model = useOwned(() => modelOf(latest))
  const pointing = usePointing()
  const [title, setTitle] = useState(latest.title)
  const titleNow = useRef(title)
  titleNow.current = title
  const saving = useOwned(() =>
    createChapterSaving({
      ...{ n, version: latest.version },
      stored: contentOf(latest, latest.path),
      save: async (version, content) => {
        const wish = { type: 'saveChapter', study: study.id, n, version, ...content } as const
        const saved = await changeStudy(wish)
        if (saved.ok) followed.learn(saved.value)
        else if (saved.error === 'staleStudy') onStale()
        return saved
      },
    }),
  )
  useEffect(
    () =>
      effect(() => {
        const hgn = formatAnalysis(model.analysis.value)
        saving.want({ title: titleNow.current, hgn, path: model.path.value })
      }),
    [model, saving],
  )
  useSentBeforeLeaving(saving)
  // Another page has stored something newer, and no request of this one is under way.
  const state = saving.state.value
  const isForeign = latest.version > saving.version() && (state === 'saved' || state === 'stale')
  useEffect(() => {
    if (!isForeign) return
    const isBusy = isWriting() || pointing.choice.peek() !== undefined
    setTitle(takeIn(latest, titleNow.current, { model, saving, isBusy }))
  }, [isForeign, latest, model, saving, pointing])
  rename.current = (next) => {
    setTitle(next)
    titleNow.current = next
    const hgn = formatAnalysis(model.analysis.peek())
    if (next.trim() !== '') saving.want({ title: next, hgn, path: model.path.peek() })
  }
  return (
    <AnalysisScreen
      model={model}
      pointing={pointing}
      isUnkept={false}
      title={study.title}
      route={study.isShared ? studyRoute(study.id, n) : undefined}
      sharing={shown.sharing}
      study={<StudyPanel {...shown} model={model} saving={state} chapterTitle={title} />}
    />
  )
}

interface Editing {
  readonly model: AnalysisModel
  readonly saving: ChapterSaving
  /** Whether the editor is writing or has chosen a piece, which belongs to the move shown. */
  readonly isBusy: boolean
}

/**
 * Takes a chapter that another editor has stored into the one that is edited here, and returns the
 * title. An editor who is not busy and has nothing to store follows the other one to the move shown
 * there.
 */
function takeIn(latest: Chapter, title: string, { model, saving, isBusy }: Editing): string {
  const stored = saving.stored()
  const [base, mine, theirs] = [
    analysisIn(stored.hgn),
    model.analysis.peek(),
    analysisIn(latest.hgn),
  ]
  const follows = saving.state.peek() === 'saved' && !isBusy
  const path = follows ? latest.path : model.path.peek()
  // Where each editor looks is no change to be stored: two of them would undo it in turns.
  saving.takeIn(latest.version, contentOf(latest, path))
  model.replace({ ...theirs, tree: mergeTrees(base.tree, mine.tree, theirs.tree) }, path)
  const merged = mergeValues(stored.title, title, latest.title)
  const hgn = formatAnalysis(model.analysis.peek())
  saving.want({ title: merged, hgn, path: model.path.peek() })
  return merged
}

/** A stored chapter as this page writes it, at a place of its own. */
function contentOf({ title, hgn }: Chapter, path: string): ChapterContent {
  return { title, hgn: formatAnalysis(analysisIn(hgn)), path }
}

function isWriting(): boolean {
  const field = document.activeElement
  return field instanceof HTMLTextAreaElement || field instanceof HTMLInputElement
}

interface ReadProps extends LatestProps {
  /**
   * Where it is opened. If absent, at its beginning; at the place of the one who controls the pieces
   * if the reader is a member who was invited to watch that player.
   */
  readonly place?: string
  /** What else the reader can do with it. */
  readonly tool?: ComponentChildren
}

/**
 * A chapter that others edit: from its next change on it follows them, until the reader chooses a
 * piece or tries moves, and then offers to.
 */
function ReadChapter({ latest, place, tool, ...props }: ReadProps) {
  const { study, n, part, engineSwitch } = props
  const model = useOwned(() => {
    const first = part.otherHolder === undefined ? ROOT : latest.path
    return modelOf({ ...latest, path: place ?? first })
  })
  const [shown, setShown] = useState(latest)
  const [isTrying, setTrying] = useState(false)
  const pointing = usePointing()
  const isBusy = isTrying || pointing.choice.value !== undefined
  const show = useCallback(
    (chapter: Chapter) => {
      model.replace(analysisIn(chapter.hgn), chapter.path)
      setShown(chapter)
    },
    [model],
  )
  useEffect(() => {
    if (!isBusy && latest.version > shown.version) show(latest)
  }, [latest, isBusy, shown, show])
  // Moves of the reader's own are compared with the chapter shown.
  useEffect(() => {
    const [tree, path] = [model.analysis.peek().tree, model.path.peek()]
    const compare = () => setTrying(model.analysis.value.tree !== tree || model.path.value !== path)
    return shown && effect(compare)
  }, [model, shown])
  return (
    <AnalysisScreen
      model={model}
      pointing={pointing}
      isUnkept={false}
      title={study.title}
      route={study.isShared && !isTrying ? studyRoute(study.id, n) : undefined}
      isReader
      engineSwitch={engineSwitch}
      sharing={props.sharing}
      study={
        <StudyPanel
          {...props}
          hasNews={isBusy && latest.version > shown.version}
          onReload={() => show(latest)}
          chapterTitle={shown.title}
          tool={tool}
        />
      }
    />
  )
}
