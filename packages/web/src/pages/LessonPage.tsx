import { useCallback, useState } from 'preact/hooks'
import { FirstGame } from '../components/learn/FirstGame.tsx'
import { LessonScreen } from '../components/learn/LessonScreen.tsx'
import { useTranslate } from '../i18n/i18n.ts'
import type { Lesson } from '../models/learn/lesson.ts'
import { LESSONS } from '../models/learn/lessons.ts'
import { ROUTES } from '../routes.ts'
import { useServices } from '../services.ts'
import { Notice } from '../ui/Notice.tsx'
import { useTitle } from '../ui/tab.ts'
import { lessonTitle } from '../words/learn.ts'
import '../components/learn/learn.css'
import { useAddress } from '../ui/links.ts'

/** One lesson by its id; any of them can be opened directly. */
export function LessonPage({ id }: { id: string }) {
  const t = useTranslate()
  const at = useAddress()
  const index = LESSONS.findIndex((lesson) => lesson.id === id)
  const lesson = LESSONS[index]
  if (lesson === undefined) {
    return (
      <div class="page">
        <h1>{t('learn.unknown')}</h1>
        <a class="button button-main" href={at(ROUTES.learn)}>
          {t('learn.all')}
        </a>
      </div>
    )
  }
  return <OneLesson key={id} lesson={lesson} index={index} />
}

// --- internal ---

function OneLesson({ lesson, index }: { lesson: Lesson; index: number }) {
  const t = useTranslate()
  const { progress } = useServices()
  const [isKept, setKept] = useState(true)
  useTitle(lessonTitle(t, lesson.id))
  const onDone = useCallback(() => setKept(progress.finish(lesson.id)), [progress, lesson])
  return (
    <>
      {!isKept && <Notice text={t('learn.notKept')} />}
      {lesson.steps.length === 0 ? (
        <FirstGame n={index + 1} onDone={onDone} />
      ) : (
        <LessonScreen lesson={lesson} n={index + 1} next={LESSONS[index + 1]} onDone={onDone} />
      )}
    </>
  )
}
