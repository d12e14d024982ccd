import { signal } from '@preact/signals'
import { useMemo, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { useTranslate } from '../../i18n/i18n.ts'
import type { FollowedStudy } from '../../models/analysis/followed-study.ts'
import { createSolvedExercises } from '../../models/analysis/solved-exercises.ts'
import { READER } from '../../models/analysis/study-part.ts'
import { sampleRoute } from '../../routes.ts'
import { useServices } from '../../services.ts'
import { useTitle } from '../../ui/tab.ts'
import { sampleStudy } from '../../words/sample-study.ts'
import { ShownChapter } from './ShownChapter.tsx'

/** The sample study, as a reader sees a study; there is nothing to follow or to change. */
export function SampleStudy() {
  const t = useTranslate()
  const { query } = useLocation()
  const { study, chapters } = useMemo(() => sampleStudy(t), [t])
  const [followed] = useState(followNothing)
  // What the author recommends comes first, not what the engine does.
  const [engineSwitch] = useState(() => signal(false))
  const [isChosen] = useState(() => signal(false))
  const { deviceStorage } = useServices()
  const [exercises] = useState(() => createSolvedExercises(deviceStorage))
  useTitle(study.title)
  const latest = chapters.find(({ n }) => n === Number(query.chapter)) ?? chapters[0]
  if (latest === undefined) return null
  return (
    <ShownChapter
      key={`${latest.n} ${latest.hgn}`}
      {...{ study, followed, latest, isChosen }}
      n={latest.n}
      routeOf={sampleRoute}
      part={READER}
      engineSwitch={engineSwitch}
      solved={exercises.in(study.id)}
      onSolved={() => exercises.keep(study.id, latest.n)}
    />
  )
}

// --- internal ---

function followNothing(): FollowedStudy {
  return {
    study: signal('asked'),
    news: signal(undefined),
    learn: () => undefined,
    dispose: () => undefined,
  }
}
