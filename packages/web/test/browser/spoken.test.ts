import { expect, type Page, test } from '@playwright/test'
import { landings, movable, moveCount, SHORT_GAME, square } from './helpers.ts'
import { focusedSquare, tabTo, tabToBoard, walkTo } from './keyboard.ts'

/** The board's polite announcement; `warned` is the immediate one. */
const said = (page: Page) => page.locator('.board [role=status]')
/**
 * All its polite announcements: on a slow machine the reply replaces one before a test has read it.
 */
const heard = (page: Page): Promise<unknown> => page.evaluate(() => Reflect.get(window, 'heard'))
const warned = (page: Page) => page.locator('.board [role=alert]')
const announced = (page: Page) => page.getByTestId('announcer')
/** Records the board's announcements from now on. */
async function listen(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const heard: string[] = []
    Object.assign(window, { heard })
    new MutationObserver(() => {
      const text = document.querySelector('.board [role=status]')?.textContent ?? ''
      if (text !== '' && text !== heard.at(-1)) heard.push(text)
    }).observe(document, { subtree: true, childList: true, characterData: true })
  })
}
/** The accessible name of the focused square. */
const focused = async (page: Page) =>
  square(page, await focusedSquare(page)).getAttribute('aria-label')

test('keys of the board work before the board has the focus, and not in a field', async ({
  page,
}) => {
  await page.goto('/new?opponent=friend&deal=77.1234567')
  await page.getByRole('button', { name: 'Start the game' }).click()
  await expect(movable(page).first()).toBeVisible()
  await page.keyboard.press('ArrowUp')
  expect(await focusedSquare(page)).toBe('a2')
  await page.getByRole('button', { name: 'Flip' }).focus()
  await page.keyboard.press('ArrowUp')
  await expect(page.getByRole('button', { name: 'Flip' })).toBeFocused()
  await page.keyboard.press('3')
  expect(await focused(page)).toMatch(/three/)
  await page.getByRole('textbox', { name: 'Type a move' }).focus()
  await page.keyboard.press('3')
  await expect(page.getByRole('textbox', { name: 'Type a move' })).toHaveValue('3')
})

test('after a hint the frame of the keyboard stands where Enter plays it', async ({ page }) => {
  await page.goto('/new?opponent=friend&deal=77.1234567')
  await page.getByRole('button', { name: 'Start the game' }).click()
  await expect(movable(page).first()).toBeVisible()
  await page.keyboard.press('3')
  await page.keyboard.press('h')
  const status = page.getByTestId('status')
  await expect(status).toContainText(/Choose \w\d next/)
  const [, to] = /Choose (\w\d) next/.exec((await status.textContent()) ?? '') ?? []
  expect(await focusedSquare(page)).toBe(to)
})

test('a whole game against level 1 by keyboard alone, heard and not seen', async ({ page }) => {
  await listen(page)
  await page.goto('/new')
  const level = (name: string) => page.getByRole('radio', { name, exact: true })
  await tabTo(page, level('1'))
  await page.keyboard.press('ArrowRight')
  await expect(level('2')).toBeChecked()
  await page.keyboard.press('ArrowLeft')
  await expect(level('1')).toBeChecked()
  await tabTo(page, page.getByRole('radio', { name: 'Black', exact: true }))
  await tabTo(page, page.getByRole('button', { name: 'Start the game' }))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/game\//)

  await test.step('pieces, where they land, and keys that lead to them', async () => {
    await tabToBoard(page)
    await page.keyboard.press('m')
    expect(await focused(page)).toMatch(/^[a-f][1-3], your (one|two|three), lands on [a-f][1-6]/)
    await page.keyboard.press('3')
    expect(await focused(page)).toMatch(/^[a-f][1-3], your three, (lands on|can’t move)/)
    await page.keyboard.press('Home')
    expect(await focusedSquare(page)).toMatch(/^a/)
    await walkTo(page, 'c6')
    expect(await focused(page)).toMatch(/^c6, white (one|two|three)$/)
  })

  await test.step('choosing, the way back, and why something cannot be done', async () => {
    await page.keyboard.press('Enter')
    await expect(warned(page)).toHaveText(
      'c6 belongs to the other side. Choose one of your pieces.',
    )
    await page.keyboard.press('m')
    await page.keyboard.press('Enter')
    await expect(said(page)).toHaveText(/^[a-f][1-3] chosen, \d+ places? to land: [a-f][1-6]/)
    expect(await focused(page)).toMatch(/your .*, chosen$/)
    await page.keyboard.press('Escape')
    await expect(said(page)).toHaveText('Choice cancelled')
    await page.keyboard.press('Enter')
    const far = await page
      .locator('[data-square]:not([data-destination], [data-step], [data-movable="true"])')
      .first()
      .getAttribute('data-square')
    await walkTo(page, far ?? '')
    await page.keyboard.press('Enter')
    await expect(warned(page)).toContainText(/that’s|No path|lands only|Hops go/i)
  })

  await test.step('a move, its hops and what it covers; the answer; score, clocks, last move', async () => {
    await page.keyboard.press('m')
    await page.keyboard.press('Enter')
    const to = (await landings(page).first().getAttribute('data-square')) ?? ''
    await walkTo(page, to)
    expect(await focused(page)).toMatch(/land here, on (your own|the other side’s) piece$/)
    await page.keyboard.press('Enter')
    await expect
      .poll(() => heard(page))
      .toContainEqual(
        expect.stringMatching(
          /^Black moves .. to .+; covered: (your|white) (one|two|three); now height 2, worth [246]$/,
        ),
      )
    await expect(said(page)).toHaveText(/^White moves .. to ..( via .+)?; covered: /)
    const answer = (await said(page).textContent()) ?? ''
    await page.keyboard.press('s')
    await expect(announced(page)).toHaveText(
      /^Points: Black \d+, White \d+\. Possible moves: Black \d+, White \d+\.$/,
    )
    await page.keyboard.press('c')
    await expect(announced(page)).toHaveText('This game has no clock.')
    await page.keyboard.press('l')
    await expect(announced(page)).toHaveText(answer)
  })

  await test.step('a stack, and an empty square', async () => {
    const stack = page.locator('[data-square][aria-label*="height 2"]').first()
    await walkTo(page, (await stack.getAttribute('data-square')) ?? '')
    expect(await focused(page)).toMatch(/^.., (your|white) (one|two|three), height 2, worth [246]/)
    const empty = page.locator('[data-square][aria-label*=", empty"]').first()
    await walkTo(page, (await empty.getAttribute('data-square')) ?? '')
    expect(await focused(page)).toMatch(/^.., empty(, the last move began here)?$/)
    await page.keyboard.press('Enter')
    await expect(warned(page)).toHaveText(/^.. is empty. Choose one of your pieces.$/)
  })

  await test.step('typed moves, also wrong ones', async () => {
    const field = page.getByLabel('Type a move')
    const alert = page.locator('.move-field [role=alert]')
    await tabTo(page, field)
    // In the field the keys of the board are letters.
    await page.keyboard.type('msc')
    await expect(field).toHaveValue('msc')
    await page.keyboard.press('Enter')
    await expect(alert).toHaveText('A move is two squares, such as c2 d4.')
    await expect(field).toHaveValue('msc')
    const from = (await movable(page).first().getAttribute('data-square')) ?? ''
    const label = (await square(page, from).getAttribute('aria-label')) ?? ''
    const to = /lands on (..)/.exec(label)?.[1] ?? ''
    await page.keyboard.press('ControlOrMeta+A')
    await page.keyboard.type(`${from} ${from}`)
    await page.keyboard.press('Enter')
    await expect(alert).not.toHaveText('')
    const played = await moveCount(page)
    await page.keyboard.press('ControlOrMeta+A')
    await page.keyboard.type(`${from.toUpperCase()} - ${to}`)
    await page.keyboard.press('Enter')
    await expect.poll(() => moveCount(page)).toBe(played + 2)
    await expect(field).toHaveValue('')
  })

  await test.step('the end, with the points', async () => {
    const end = page.locator('#end-title')
    await tabToBoard(page)
    for (;;) {
      await expect(movable(page).first().or(end)).toBeVisible()
      if (await end.isVisible()) break
      await page.keyboard.press('m')
      await page.keyboard.press('Enter')
      const landing = (await landings(page).first().getAttribute('data-square')) ?? ''
      await walkTo(page, landing)
      await page.keyboard.press('Enter')
    }
    await expect(announced(page)).toHaveText(
      /^(You (won|lost) by \d+ points?|A draw).*possible move\. The .*points decide\. (\w+ stack on [a-f][1-6] made \d+ of .+ \d+ points: \d\s×\s\d+\. )?Points: Black \d+, White \d+/,
    )
    // The expectations of a weak level are not worth showing.
    await expect(page.getByText('What the computer thought')).toHaveCount(0)
  })
})

test('what is spoken of a move is the same whichever way one came to it, and follows a change of language', async ({
  page,
}) => {
  const game = encodeURI(SHORT_GAME)
  const slider = page.getByRole('slider')
  /** The announcement of each move when stepping through the game. */
  const spoken: string[] = ['']
  const saysWhatIsShown = async (way: string) => {
    const ply = Number(await slider.inputValue())
    await expect(said(page), `${way}, after ${ply} half-moves`).toHaveText(spoken[ply] ?? '')
  }

  await test.step('a replay: keys, list, slider, buttons, by itself', async () => {
    await page.goto(`/replay#${game}`)
    await expect(slider).toHaveValue('0')
    for (let ply = 1; ply <= 8; ply++) {
      await page.keyboard.press('ArrowRight')
      await expect(slider).toHaveValue(String(ply))
      await expect(said(page)).not.toHaveText(spoken[ply - 1] ?? '')
      spoken.push((await said(page).textContent()) ?? '')
    }
    expect(spoken[1]).toBe('Black moves a2 to a6; covered: white two; now height 2, worth 2')
    const button = (name: string) => page.getByRole('button', { name, exact: true })
    const ways: readonly (readonly [string, () => Promise<void>])[] = [
      ['the list', () => page.locator('.moves-move').nth(2).click()],
      ['the slider', () => slider.fill('7')],
      ['the list, back', () => page.locator('.moves-move').nth(0).click()],
      ['End', () => page.keyboard.press('End')],
      ['one back', () => page.keyboard.press('ArrowLeft')],
      ['Home', () => page.keyboard.press('Home')],
      ['the button to the end', () => button('To the end').click()],
      ['the button back', () => button('One move back').click()],
      ['the button to the start', () => button('To the start').click()],
      ['the slider, on', () => slider.fill('6')],
    ]
    for (const [way, go] of ways) {
      await go()
      await saysWhatIsShown(way)
    }
    await button('Autoplay').click()
    await expect(slider).toHaveValue('8')
    await saysWhatIsShown('by itself')
  })

  await test.step('an analysis: its tree', async () => {
    await page.addInitScript(() =>
      localStorage.setItem('hokito:analyst', JSON.stringify({ isOn: false })),
    )
    await page.goto(`/analysis#${game}`)
    // The first button of the tree is the start.
    for (const ply of [7, 2, 5, 1]) {
      await page.locator('.tree .moves-move').nth(ply).click()
      await expect(said(page)).toHaveText(spoken[ply] ?? '')
    }
    await page.keyboard.press('s')
    await expect(announced(page)).toContainText('Points: Black')
  })

  await test.step('another language', async () => {
    await page.getByRole('button', { name: 'Settings', exact: true }).click()
    await page.getByLabel('Language').selectOption('Deutsch')
    await page.keyboard.press('Escape')
    await expect(said(page)).toHaveText(
      'Schwarz zieht a2 nach a6; zugedeckt: weiße Zwei; jetzt Höhe 2, 2 Punkte wert',
    )
    await expect(announced(page)).toContainText('Punkte: Schwarz')
    // A warning follows, too. It is White's turn.
    await square(page, 'f1').click()
    await expect(warned(page)).toHaveText('f1 gehört der anderen Seite. Wähle einen deiner Steine.')
    await page.getByRole('button', { name: 'Einstellungen', exact: true }).click()
    await page.getByLabel('Sprache').selectOption('English')
    await page.keyboard.press('Escape')
    await expect(warned(page)).toHaveText(
      'f1 belongs to the other side. Choose one of your pieces.',
    )
  })

  await test.step('a review: its mistakes and its graph', async () => {
    await page.goto(`/review?lang=en#${game}`)
    await expect(page.locator('.review-retry')).toBeVisible({ timeout: 60_000 })
    const moments = page.locator('.review-moments button')
    for (const moment of [...(await moments.all())].reverse()) {
      await moment.click()
      await saysWhatIsShown('a mistake')
    }
    await page.getByRole('slider', { name: 'How the game went' }).focus()
    await page.keyboard.press('End')
    await saysWhatIsShown('the graph')
  })
})
