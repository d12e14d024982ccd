import type { Chapter, Study } from '@hokito/protocol'
import { parseRecord } from '@hokito/rules'
import { effect, type Signal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useCallback, useEffect, useMemo, useState } from 'preact/hooks'
import { useTranslate } from '../../i18n/i18n.ts'
import { type AnalysisModel, createAnalysisModel } from '../../models/analysis/analysis-model.ts'
import type { FollowedStudy } from '../../models/analysis/followed-study.ts'
import type { StudyPart } from '../../models/analysis/study-part.ts'
import { ROOT } from '../../models/analysis/tree.ts'
import { type Analysis, analysisOf } from '../../models/analysis/tree-record.ts'
import { studyRoute } from '../../routes.ts'
import { useOwned } from '../../ui/hooks.ts'
import { usePointing } from '../game/use-pointing.ts'
import { AnalysisScreen } from './AnalysisScreen.tsx'
import { ExerciseChapter } from './ExerciseChapter.tsx'
import { StudyPanel } from './StudyPanel.tsx'
import type { StudyPanelProps } from './study-panel-props.ts'

/** A chapter of a study, and where its page keeps what outlives it. */
export interface ChapterProps {
  readonly study: Study
  readonly followed: FollowedStudy
  readonly n: number
  /** The address of a chapter. */
  readonly routeOf: (n: number) => string
  /** Whether the player has just chosen the chapter in the list. */
  readonly isChosen: Signal<boolean>
  /**
   * Whether the engine is on for a reader, or in an exercise, instead of the setting kept on the
   * device.
   */
  readonly engineSwitch: Signal<boolean>
  readonly solved: readonly number[]
  /** Keeps on the device that the chapter is solved. */
  readonly onSolved: () => void
}

export interface LatestProps
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

/** The model of a stored chapter, at the place of the one who controls the pieces. */
export function modelOf({ hgn, path }: Chapter): AnalysisModel {
  return createAnalysisModel(analysisIn(hgn), { path, folded: [] })
}

export function analysisIn(hgn: string): Analysis {
  const record = parseRecord(hgn)
  // The server has read it before it was stored.
  if (!record.ok) throw new Error(`a chapter breaks off: ${record.error.code}`)
  return analysisOf(record.value)
}

// --- internal ---

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
