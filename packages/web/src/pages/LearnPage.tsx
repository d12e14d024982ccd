import { PagePicture } from '../components/game/PagePicture.tsx'
import { useTranslate } from '../i18n/i18n.ts'
import { LESSON_IDS } from '../models/learn/lesson-ids.ts'
import { lessonRoute, ROUTES } from '../routes.ts'
import { useServices } from '../services.ts'
import { Icon } from '../ui/Icon.tsx'
import { lazily } from '../ui/lazily.tsx'
import { useAddress } from '../ui/links.ts'
import { useTitle } from '../ui/tab.ts'
import { lessonTitle } from '../words/learn.ts'
import { describeMadeUp } from '../words/rules.ts'
import '../components/hall/hall.css'

const NextSteps = lazily(async () => (await import('../components/hall/NextSteps.tsx')).NextSteps)
const Diploma = lazily(async () => (await import('../components/learn/Diploma.tsx')).Diploma)

/** All lessons, with marks at those that are done; the next one is one press away. */
export function LearnPage() {
  const t = useTranslate()
  const at = useAddress()
  const { progress } = useServices()
  const done = progress.done.value
  const next = LESSON_IDS.find((id) => !done.has(id))
  useTitle(t('learn.title'))
  return (
    <div class="page learn">
      <h1>{t('learn.title')}</h1>
      <PagePicture ply={4} />
      <p class="lead">{t('learn.lead')}</p>
      {next !== undefined && (
        <div class="button-row">
          <a class="button button-main button-big" href={at(lessonRoute(next))}>
            {done.size === 0
              ? t('learn.start')
              : t('learn.continue', { title: lessonTitle(t, next) })}
          </a>
        </div>
      )}
      <NextSteps />
      {next === undefined && <Diploma />}
      <div class="learn-others">
        <a class="button" href={at(ROUTES.rules)}>
          {t('nav.rules')}
        </a>
        <a class="button" href={at(ROUTES.strategy)}>
          {t('learn.strategy')}
        </a>
      </div>
      {done.size > 0 && <Progress done={done.size} />}
      <ol class="card-list learn-list">
        {LESSON_IDS.map((id, index) => (
          <li key={id}>
            <a
              class="card-link"
              href={at(lessonRoute(id))}
              aria-current={id === next ? 'step' : undefined}
            >
              <span>{t('learn.lessonName', { n: index + 1, title: lessonTitle(t, id) })}</span>
              {done.has(id) && (
                <span class="lesson-done">
                  <Icon name="check" />
                  <span class="visually-hidden">{t('learn.isDone')}</span>
                </span>
              )}
            </a>
          </li>
        ))}
      </ol>
      <p class="note">{describeMadeUp(t)}</p>
      {done.size > 0 && (
        <button type="button" class="button button-text button-small" onClick={progress.forget}>
          {t('learn.forget')}
        </button>
      )}
    </div>
  )
}

// --- internal ---

/** How many lessons are done. */
function Progress({ done }: { readonly done: number }) {
  const t = useTranslate()
  return (
    <label class="learn-progress note">
      {t('learn.progress', { done, count: LESSON_IDS.length })}
      <progress class="goal-bar" max={LESSON_IDS.length} value={done} />
    </label>
  )
}
