import type { Chapter } from '@hokito/protocol'
import { effect } from '@preact/signals'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { AnalysisModel } from '../../models/analysis/analysis-model.ts'
import {
  type ChapterContent,
  type ChapterSaving,
  createChapterSaving,
} from '../../models/analysis/chapter-saving.ts'
import { mergeTrees, mergeValues } from '../../models/analysis/merge.ts'
import { changeStudy } from '../../models/analysis/studies-api.ts'
import { ROOT } from '../../models/analysis/tree.ts'
import { formatAnalysis } from '../../models/analysis/tree-record.ts'
import { studyRoute } from '../../routes.ts'
import { useOwned } from '../../ui/hooks.ts'
import { usePointing } from '../game/use-pointing.ts'
import { AnalysisScreen } from './AnalysisScreen.tsx'
import { analysisIn, type LatestProps, modelOf } from './ShownChapter.tsx'
import { StudyPanel } from './StudyPanel.tsx'

/** What a dialog changes of the chapter on the board. */
export interface ChapterTexts {
  /** Its question as an exercise: the comment on its beginning. */
  readonly question: () => string
  /** Gives it another title, and another question if there is one. */
  readonly change: (title: string, question: string | undefined) => void
}

interface EditedProps extends LatestProps {
  /** Set to what changes the texts of the chapter. */
  readonly texts: { current: ChapterTexts | undefined }
  readonly onStale: () => unknown
}

/** A chapter that the player may edit, stored while it is edited. */
export function EditedChapter({ latest, texts, onStale, ...shown }: EditedProps) {
  const { study, followed, n } = shown
  const model = useOwned(() => modelOf(latest))
  const isExercise = study.chapters.some((each) => each.n === n && each.isExercise)
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
  texts.current = {
    question: () => model.tree.peek().comment,
    change: (next, question) => {
      setTitle(next)
      titleNow.current = next
      if (question !== undefined) model.setComment(question, ROOT)
      const hgn = formatAnalysis(model.analysis.peek())
      if (next.trim() !== '') saving.want({ title: next, hgn, path: model.path.peek() })
    },
  }
  return (
    <AnalysisScreen
      model={model}
      pointing={pointing}
      isUnkept={false}
      title={study.title}
      route={study.isShared ? studyRoute(study.id, n) : undefined}
      // The author of an exercise wants to see what its readers see.
      engineSwitch={isExercise ? shown.engineSwitch : undefined}
      sharing={shown.sharing}
      study={<StudyPanel {...shown} model={model} saving={state} chapterTitle={title} />}
    />
  )
}

// --- internal ---

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
