import { useTranslate } from '../../i18n/i18n.ts'
import { CHAPTER_IDS } from '../../models/learn/course/chapter-ids.ts'
import { nextLevelHere } from '../../models/site/next-level-here.ts'
import { chapterRoute, ROUTES } from '../../routes.ts'
import { useServices } from '../../services.ts'
import { useAddress } from '../../ui/links.ts'
import { useTitle } from '../../ui/tab.ts'
import { Aim } from '../learn/Aim.tsx'
import { PlayButton } from './NextSteps.tsx'

/** The strategy course in short: each idea in one line, and a game to use them in. */
export function CourseSummary() {
  const t = useTranslate()
  const at = useAddress()
  const services = useServices()
  useTitle(t('courseInShort'))
  return (
    <article class="page chapter">
      <h1>{t('courseInShort')}</h1>
      <p class="lead">{t('course.shortLead')}</p>
      <ol class="course-ideas">
        {CHAPTER_IDS.map((id) => (
          <li key={id}>
            <a href={at(chapterRoute(id))}>{t(`chapters.${id}`)}</a> {t(`ideas.${id}`)}
          </li>
        ))}
      </ol>
      <Aim />
      <div class="button-row">
        {services.hasComputer && (
          <PlayButton level={nextLevelHere(services).level} look="button button-main" />
        )}
        <a class="button" href={at(ROUTES.strategy)}>
          {t('course.all')}
        </a>
      </div>
    </article>
  )
}
