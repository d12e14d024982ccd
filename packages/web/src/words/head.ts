import type { Translate } from '../i18n/i18n.ts'
import { LESSON_IDS } from '../models/learn/lesson-ids.ts'
import { LESSONS } from '../models/learn/lessons.ts'
import { RULINGS } from '../models/learn/rulings.ts'
import { lessonRoute, ROUTES } from '../routes.ts'
import { firstGameTask, lessonTitle, taskOf } from './learn.ts'
import { describeRuling } from './rules.ts'

/** The content of a page's head, for search engines and previews. */
export interface Head {
  readonly title: string
  readonly description: string
  /** Facts in the vocabulary of schema.org. */
  readonly facts: object | undefined
}

/** The head of a page of text; for other pages only the parts common to the whole site. */
export function headOf(t: Translate, route: string, address: string): Head {
  const site = { description: t('app.description'), facts: undefined }
  switch (route) {
    case ROUTES.home:
      return { ...site, title: t('home.title'), facts: gameFacts(t, address) }
    case ROUTES.rules:
      return { title: t('rules.title'), description: t('rules.lead'), facts: rulingFacts(t) }
    case ROUTES.learn:
      return { ...site, title: t('learn.title'), description: t('learn.lead') }
    case ROUTES.strategy:
      return { ...site, title: t('course.title'), description: t('course.lead') }
    case ROUTES.puzzles:
      return { ...site, title: t('puzzles.title'), description: t('puzzles.lead') }
    case ROUTES.online:
      return { ...site, title: t('online.title'), description: t('online.lead') }
    case ROUTES.daily:
      return { ...site, title: t('daily.title'), description: t('daily.lead') }
    case ROUTES.explorer:
      return { ...site, title: t('explorer.title'), description: t('explorer.lead') }
    case ROUTES.about:
      return { ...site, title: t('about.title'), description: t('about.game') }
    default:
      return { ...site, ...lessonHead(t, route) }
  }
}

// --- internal ---

function lessonHead(t: Translate, route: string): Pick<Head, 'title' | 'description'> {
  const id = LESSON_IDS.find((each) => lessonRoute(each) === route)
  if (id === undefined) return { title: t('app.name'), description: t('app.description') }
  const step = LESSONS.find((lesson) => lesson.id === id)?.steps[0]
  return {
    title: lessonTitle(t, id),
    description: step === undefined ? firstGameTask(t) : taskOf(t, step),
  }
}

function gameFacts(t: Translate, address: string): object {
  return {
    '@context': 'https://schema.org',
    '@type': 'Game',
    name: t('app.name'),
    description: t('app.description'),
    url: address,
    numberOfPlayers: { '@type': 'QuantitativeValue', value: 2 },
    creator: { '@type': 'Person', name: 'Claude Leroy' },
    publisher: { '@type': 'Organization', name: 'Cosmoludo' },
  }
}

function rulingFacts(t: Translate): object {
  return {
    '@context': 'https://schema.org',
    '@type': 'FAQPage',
    mainEntity: RULINGS.map((key) => ({
      '@type': 'Question',
      name: t(`rules.rulings.${key}.question`),
      acceptedAnswer: { '@type': 'Answer', text: describeRuling(t, key) },
    })),
  }
}
