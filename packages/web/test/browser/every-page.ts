import type { Page } from '@playwright/test'
import { follow } from './walking.ts'

export const LATE = '/replay#----C4-/a2-----/------/--B12--a2/------/--b8--A8%20b'

/** Finished straight away, because all of it is proved. */
export const REVIEW = `/review#${encodeURI(`[Position "B--A-C/-A----/-B---A2/-b2--cc8/a--C8C6-/b2----c b"]
[Result "*"]
[Termination "unterminated"]

1. a2a6 b4f6 2. a6a1 e2f4 *`)}`

export const LATE_ANALYSIS = LATE.replace('replay', 'analysis')

/**
 * No two neighbours are of one kind, so that the test can visit them without loading the site
 * again.
 */
const PAGES = [
  ['home', '/'],
  ['new game', '/new'],
  ['lessons', '/learn'],
  ['a lesson', '/learn/neverBack'],
  ['lobby', '/online'],
  ['the course', '/learn/strategy'],
  ['a lesson with answers', '/learn/points'],
  ['new game with a friend', '/new?opponent=friend'],
  ['the first game', '/learn/game'],
  ['game of the day', '/daily'],
  ['a chapter', '/learn/strategy/pointsWait'],
  ['an online game that is not there', '/play/aaaaaaaaaaaa'],
  ['an invitation that is not there', '/invite/aaaaaaaaaaaa'],
  ['at the table', '/table'],
  ['an exercise of the course', '/learn/strategy/pointsWait/1'],
  ['rules', '/rules'],
  ['the clock at the table', '/table/clock'],
  ['replay, empty', '/replay'],
  ['analysis, to be opened', '/analysis?open=yes'],
  ['replay of a position', LATE],
  ['analysis of a position', LATE_ANALYSIS],
  ['the count at the table', '/table/count'],
  ['review, empty', '/review'],
  ['analysis, empty', '/analysis'],
  ['review of an endgame', REVIEW],
  ['games', '/games'],
  ['a tournament that is not there', '/tournament/aaaaaaaaaaaa'],
  ['studies of nobody', '/study'],
  ['classes of nobody', '/class'],
  ['all games', '/explorer'],
  ['signing in with a card', '/class/enter'],
  ['a study that is not there', '/study/aaaaaaaaaaaa'],
  ['people', '/people'],
  ['tournaments', '/tournaments'],
  ['account', '/account'],
  ['a profile that is not there', '/player/Nobody%20at%20all'],
  ['nothing here', '/nowhere'],
  ['about', '/about'],
  ['a game that is not there', '/game/none'],
] as const

/** Visits every page in turn, and runs a check on each. */
export async function onEveryPage(
  page: Page,
  look: (name: string) => Promise<void>,
): Promise<void> {
  await page.goto('/')
  for (const [name, url] of PAGES) {
    if (url !== '/') await follow(page, url)
    await page.locator('html:not([data-waiting]) h1').first().waitFor({ state: 'attached' })
    await look(name)
  }
}
