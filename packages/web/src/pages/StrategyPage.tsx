import { useState } from 'preact/hooks'
import { PagePicture } from '../components/game/PagePicture.tsx'
import { useTranslate } from '../i18n/i18n.ts'
import { COURSE_PARTS } from '../models/learn/course/chapter-ids.ts'
import { CHAPTERS } from '../models/learn/course/chapters.ts'
import { createChaptersRead, createCourseProgress } from '../models/learn/course/course-progress.ts'
import { chapterRoute, summaryRoute } from '../routes.ts'
import { useServices } from '../services.ts'
import { useAddress } from '../ui/links.ts'
import { useTitle } from '../ui/tab.ts'
import { chapterName, describeMeasuring } from '../words/course.ts'

/** The strategy course: its chapters, and how many exercises of each are solved. */
export function StrategyPage() {
  const t = useTranslate()
  const at = useAddress()
  const { deviceStorage } = useServices()
  const [{ done: solved }] = useState(() => createCourseProgress(deviceStorage))
  const [{ done: read }] = useState(() => createChaptersRead(deviceStorage))
  useTitle(t('course.title'))
  const rows = CHAPTERS.map(({ id, names }, index) => ({
    id,
    n: index + 1,
    isRead: read.value.has(id),
    count: names.length,
    done: names.filter((name) => solved.value.has(name)).length,
  }))
  const open = rows.filter(({ done, count }) => done < count)
  const next = open.find(({ isRead }) => !isRead) ?? open[0]
  const count = rows.reduce((sum, row) => sum + row.count, 0)
  const done = rows.reduce((sum, row) => sum + row.done, 0)
  return (
    <div class="page learn">
      <h1>{t('course.title')}</h1>
      <PagePicture ply={8} />
      <p class="lead">{t('course.lead')}</p>
      <div class="button-row">
        {next !== undefined && (
          <a class="button button-main button-big" href={at(chapterRoute(next.id))}>
            {t(done === 0 && read.value.size === 0 ? 'course.first' : 'course.next', {
              title: chapterName(t, next.id, next.n),
            })}
          </a>
        )}
        <a
          class={next === undefined ? 'button button-main button-big' : 'button button-text'}
          href={at(summaryRoute())}
        >
          {t('courseInShort')}
        </a>
      </div>
      <p class="note">{t('course.progress', { done, count })}</p>
      {COURSE_PARTS.map((part) => (
        <section key={part.id} class="course-part">
          <h2>{t(`course.parts.${part.id}`)}</h2>
          <ol class="card-list">
            {rows
              .filter(({ id }) => part.chapters.some((each) => each === id))
              .map((row) => (
                <li key={row.id}>
                  <a class="card-link" href={at(chapterRoute(row.id))}>
                    <span>{chapterName(t, row.id, row.n)}</span>
                    <span class="note">
                      {row.isRead && <>{t('course.read')} · </>}
                      {t('course.solvedOf', row)}
                    </span>
                  </a>
                </li>
              ))}
          </ol>
        </section>
      ))}
      <p class="note">{describeMeasuring(t)}</p>
    </div>
  )
}
