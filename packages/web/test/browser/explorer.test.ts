import { centerOf, drawPlate, type Paints } from '@hokito/picture/parts'
import type { ExplorerGames, ExplorerStatistics, ExplorerTopic } from '@hokito/protocol'
import { parsePosition, SQUARES } from '@hokito/rules'
import { expect, type Page, test } from '@playwright/test'
import { expectNoViolations, expectNoViolationsInThemes } from './axe.ts'
import { tabTo } from './keyboard.ts'

const GAME = {
  winner: 'black',
  ending: 'stuck',
  endRule: 'either',
  plies: 29,
  margin: 11,
  lastPosition: '-A2---B/------/-AA4---/---C8-C2/----a18-/------ w',
  endedAt: Date.UTC(2026, 4, 3, 12),
} as const

const GAMES: ExplorerGames['games'] = [
  { ...GAME, id: id('a'), black: 'Anna', white: 'Bert' },
  { ...GAME, id: id('b'), black: 'Carl', winner: 'white', ending: 'resigned', plies: 7 },
  { ...GAME, id: id('c'), black: 'Bert', white: 'Carl', winner: 'draw', margin: 0 },
]

function id(letter: string): ExplorerGames['games'][number]['id'] {
  return letter.repeat(12) as ExplorerGames['games'][number]['id']
}

/** The lines that write the height of the stack of 18 on the game's last board. */
function heightOfTallest(): string | undefined {
  const last = parsePosition(GAME.lastPosition, GAME.endRule)
  if (!last.ok) throw new Error('the last position can be read')
  const paints = { color: (name) => name } as Paints
  const plates = SQUARES.flatMap((square) => {
    const stack = last.value.board[square]
    return stack?.height === 18 ? drawPlate(stack, centerOf(square, 'black'), paints) : []
  })
  return / d="([^"]+)"/.exec(plates.join(''))?.[1]
}

/** As if 100 games had been played, half of them won by Black. */
function statistics(): ExplorerStatistics {
  const results = { games: 100, black: 50, draws: 10, white: 40 }
  const values: Readonly<Record<ExplorerTopic, readonly (string | number)[]>> = {
    all: [''],
    endRule: ['either', 'onTurn'],
    ending: ['stuck', 'timeout', 'resigned'],
    setup: ['standard', 'given', 'placed'],
    plies: [20, 24, 29],
    margin: [-15, -5, 0, 5, 20],
    firstChoices: [95, 100, 105],
    firstLead: [-5, 0, 5],
    standing: [0, 1, 2, 3],
    choices: [0, 1, 2],
    covers: [0, 1, 2],
  }
  const counts = Object.entries(values).flatMap(([topic, each]) =>
    each.map((value) => ({
      topic: topic as ExplorerTopic,
      value: String(value),
      ...results,
      total: topic === 'covers' ? 25 : 630,
    })),
  )
  return { counts }
}

/**
 * Answers in place of the server, as if these games had been played, one for each page of the list.
 */
async function withGames(page: Page): Promise<void> {
  await page.route('**/api/explorer/statistics', (route) => route.fulfill({ json: statistics() }))
  await page.route('**/api/explorer/games?*', (route) => {
    const asked = new URL(route.request().url()).searchParams
    const player = asked.get('player')
    if (player === 'Nobody') return route.fulfill({ status: 404, json: { code: 'unknownGame' } })
    const since = Number(asked.get('since') ?? 0)
    const until = Number(asked.get('until') ?? Number.MAX_SAFE_INTEGER)
    const wished = GAMES.filter(
      ({ black, white, winner, plies, endedAt }) =>
        endedAt >= since &&
        endedAt < until &&
        (player === null || [black, white].includes(player)) &&
        (asked.get('winner') ?? winner) === winner &&
        (asked.get('plies') ?? String(plies)) === String(plies),
    )
    const from = wished.findIndex((game) => game.id === asked.get('after')) + 1
    const games = wished.slice(from, from + 2)
    const isMore = wished.length > from + 2
    return route.fulfill({ json: { games, ...(isMore && { next: games.at(-1)?.id }) } })
  })
}

const found = (page: Page) => page.locator('.found-game')

for (const [device, viewport] of [
  ['a phone', { width: 360, height: 740 }],
  ['a desktop', { width: 1440, height: 900 }],
] as const) {
  test.describe(`all games, on ${device}`, () => {
    test.use({ viewport })

    test('are listed page by page, each leading to its replay', async ({ page }) => {
      await withGames(page)
      await page.goto('/explorer')
      await expect(page.getByText('100 finished games', { exact: true })).toBeVisible()
      await expect(found(page)).toHaveCount(2)
      await expect(found(page).first()).toContainText(/Black Anna.*White Bert/)
      await expect(found(page).first()).toContainText('Anna won by 11 points.')
      await expect(found(page).first()).toHaveAttribute('href', '/play/aaaaaaaaaaaa')
      await expect(found(page).nth(1)).toContainText(/Black Carl.*White Unknown/)
      await expect(found(page).nth(1)).toContainText('White won: Black resigned.')
      await page.getByRole('button', { name: 'Show more games' }).click()
      await expect(found(page)).toHaveCount(3)
      await expect(found(page).nth(2)).toContainText('A draw')
      await expect(page.getByRole('button', { name: 'Show more games' })).toBeHidden()
      const tooWide = await page.evaluate(
        () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
      )
      expect(tooWide).toBe(false)
    })

    test('are found by player, result and length, at an address of their own', async ({ page }) => {
      await withGames(page)
      await page.goto('/explorer')
      await page.getByRole('radio', { name: 'By player' }).check()
      await page.getByLabel('Name of the player').fill('Anna')
      await page.getByRole('button', { name: 'Search' }).click()
      await expect(page).toHaveURL(/\/explorer\?player=Anna$/)
      await expect(found(page)).toHaveCount(1)
      await page.getByRole('radio', { name: 'By result' }).check()
      await page.getByRole('radio', { name: 'White won' }).check()
      await expect(page).toHaveURL(/\/explorer\?winner=white$/)
      await expect(found(page)).toHaveText([/Black Carl.*White Unknown/])
      await page.goBack()
      await expect(found(page)).toHaveText([/Black Anna.*White Bert/])
      await expect(page.getByLabel('Name of the player')).toHaveValue('Anna')
      await page.goto('/explorer?plies=12')
      await expect(page.getByText('No such game has been played yet.')).toBeVisible()
      await page.goto('/explorer?player=Nobody')
      await expect(page.getByText('No player on this server has this name.')).toBeVisible()
    })

    test('show their last boards, those that are near', async ({ page }) => {
      const many = Array.from({ length: 20 }, (_, n) => ({
        ...GAME,
        id: id(String.fromCharCode(97 + n)),
        black: `Anna ${n}`,
      }))
      await withGames(page)
      await page.route('**/api/explorer/games?*', (route) =>
        route.fulfill({ json: { games: many } }),
      )
      await page.goto('/explorer')
      await expect(found(page)).toHaveCount(20)
      const boards = page.locator('.found-game .small-board')
      await boards.first().scrollIntoViewIfNeeded()
      await expect(boards.first().locator('.stack')).toHaveCount(7)
      const plates = boards.first().locator('.plates path')
      const drawn = await plates.evaluateAll((all) => all.map((each) => each.getAttribute('d')))
      expect(drawn).toContain(heightOfTallest())
      await expect(boards.last().locator('.stack')).toHaveCount(0)
      await boards.last().scrollIntoViewIfNeeded()
      await expect(boards.last().locator('.stack')).toHaveCount(7)
    })

    test('are found by the days on which they ended', async ({ page }) => {
      await withGames(page)
      await page.goto('/explorer')
      await page.getByRole('radio', { name: 'By date' }).check()
      await page.getByLabel('First day').fill('2026-05-01')
      await page.getByLabel('Last day').fill('2026-05-02')
      await page.getByRole('button', { name: 'Search' }).click()
      await expect(page).toHaveURL(/\/explorer\?date=2026-05-01\.\.2026-05-02$/)
      await expect(page.getByText('No such game has been played yet.')).toBeVisible()
      await page.getByLabel('Last day').fill('2026-05-04')
      await page.getByRole('button', { name: 'Search' }).click()
      await expect(found(page)).toHaveCount(2)
      await page.goto('/explorer?date=2026-05-03')
      await expect(found(page)).toHaveCount(2)
      await expect(page.getByLabel('First day')).toHaveValue('2026-05-03')
      await expectNoViolations(page)
    })

    test('come to plots, each of them a table too', async ({ page }) => {
      await withGames(page)
      await page.goto('/explorer')
      const length = page.getByRole('figure', { name: 'Length' })
      await expect(length.getByRole('img')).toHaveAccessibleName(/number of moves played/)
      await length.getByText('As a table').click()
      await expect(length.getByRole('row', { name: /^29 / })).toHaveText('29100501040')
      const onto = page.getByRole('figure', { name: 'Moves onto the opponent' })
      await onto.getByText('As a table').click()
      await expect(onto.getByRole('row', { name: /^2 / })).toHaveText('225%100')
      const margin = page.getByRole('figure', { name: 'Margin at the end' })
      await margin.getByText('As a table').click()
      await expect(margin.getByRole('rowheader', { name: '−15 to −11' })).toBeVisible()
      const endings = page.getByRole('figure', { name: 'How the games ended' })
      await expect(endings.getByText('one side had no move left · 100')).toBeVisible()
      await expectNoViolations(page)
    })
  })
}

test('are searched by keyboard alone', async ({ page }) => {
  await withGames(page)
  await page.goto('/explorer')
  await tabTo(page, page.getByRole('radio', { name: 'All', exact: true }))
  await page.keyboard.press('ArrowRight')
  await tabTo(page, page.getByLabel('Name of the player'))
  await page.keyboard.type('Carl')
  await page.keyboard.press('Enter')
  await expect(found(page)).toHaveText([/Black Carl.*White Unknown/, /Black Bert.*White Carl/])
  await tabTo(page, found(page).first())
  await tabTo(page, page.getByRole('figure', { name: 'Length' }).locator('summary'))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('figure', { name: 'Length' }).getByRole('table')).toBeVisible()
})

test('can be read in every theme', async ({ page }) => {
  await withGames(page)
  await page.goto('/explorer')
  await expect(found(page)).toHaveCount(2)
  for (const summary of await page.locator('.plot summary').all()) await summary.click()
  await expectNoViolationsInThemes(page)
})

test('are listed without a search or shares while there are few', async ({ page }) => {
  await withGames(page)
  const all = { topic: 'all', value: '', games: 3, black: 1, draws: 1, white: 1, total: 11 }
  await page.route('**/api/explorer/statistics', (route) =>
    route.fulfill({ json: { counts: [all] } }),
  )
  await page.goto('/explorer')
  await expect(page.getByText('3 finished games')).toBeVisible()
  await expect(page.locator('.explorer-found li')).toHaveCount(2)
  await expect(page.locator('.explorer-form, .share')).toHaveCount(0)
  await expectNoViolations(page)
})

test('lead to playing where there are none yet', async ({ page }) => {
  await page.route('**/api/explorer/statistics', (route) => route.fulfill({ json: { counts: [] } }))
  await page.goto('/explorer')
  await expect(page.getByText('Yours can be the first.')).toBeVisible()
  await page.getByRole('link', { name: 'Play someone online' }).click()
  await expect(page).toHaveURL(/\/online$/)
})

test('say so without a server, and are asked for again', async ({ page }) => {
  await page.route('**/api/explorer/*', (route) => route.abort())
  await page.goto('/explorer')
  await expect(page.getByText('No answer from the server.')).toBeVisible()
  await page.unrouteAll()
  await withGames(page)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(found(page)).toHaveCount(2)
})

test('have an address in each language', async ({ page }) => {
  await withGames(page)
  await page.goto('/de/explorer?player=Anna')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Partien von allen')
  await expect(found(page)).toHaveText([/Schwarz Anna.*Weiß Bert/])
  await page.getByRole('radio', { name: 'Nach Ergebnis' }).check()
  await page.getByRole('radio', { name: 'Unentschieden' }).check()
  await expect(page).toHaveURL(/\/de\/explorer\?winner=/)
})
