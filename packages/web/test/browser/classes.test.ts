import { type Browser, expect, type Locator, type Page } from '@playwright/test'
import { confirmTeacher } from '../../../server/test/helpers/classes.ts'
import type { TestServer } from '../../../server/test/helpers/server.ts'
import { expectNoViolations } from './axe.ts'
import { test } from './guest-test.ts'
import { guest, member } from './guests.ts'
import { tabTo } from './keyboard.ts'

let server: TestServer
test.beforeEach(async ({ server: own }) => {
  server = own
})

/** A card as it is printed: its name, and its words in order. */
interface PrintedCard {
  readonly name: string
  readonly words: readonly string[]
}

async function cardOf(card: Locator): Promise<PrintedCard> {
  const name = (await card.locator('strong').textContent()) ?? ''
  return { name, words: await card.locator('ol li').allTextContents() }
}

/** Signs in with a card, in a browser of its own. */
async function enter(page: Page, { name, words }: PrintedCard): Promise<void> {
  await page.goto('/class/enter')
  await page.getByLabel('Your name').fill(name)
  for (const word of words) await page.getByRole('button', { name: word, exact: true }).click()
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

/** The card of the only pupil of a new class. */
async function onlyCard(browser: Browser): Promise<PrintedCard> {
  const teacher = await member(browser, server, 'Mistress Mari', 'about:blank')
  await confirmTeacher(server, 'Mistress Mari')
  await teacher.goto('/class')
  await teacher.getByLabel('Name of the class').fill('Class 3b')
  await teacher.keyboard.press('Enter')
  await teacher.getByLabel('Names, one on each line').fill('Anna')
  await teacher.getByRole('button', { name: 'Add pupils' }).click()
  return cardOf(teacher.locator('.class-card').first())
}

test('a class of 30 is made, used and handed over', async ({ browser }) => {
  test.slow()
  const teacher = await member(browser, server, 'Mistress Mari', 'about:blank')
  await confirmTeacher(server, 'Mistress Mari')
  await teacher.goto('/class')

  // The class is made with the keyboard alone.
  await tabTo(teacher, teacher.getByLabel('Name of the class'))
  await teacher.keyboard.type('Class 3b')
  await teacher.keyboard.press('Enter')
  await expect(teacher.getByRole('heading', { name: 'Class 3b' })).toBeVisible()
  const names = Array.from(
    { length: 30 },
    (_, n) => `Pupil ${String.fromCharCode(65 + (n % 26))}${n}`,
  )
  await teacher.getByLabel('Names, one on each line').fill(names.join('\n'))
  await teacher.getByRole('button', { name: 'Add pupils' }).click()
  const cards = teacher.locator('.class-card')
  await expect(cards).toHaveCount(30, { timeout: 60_000 })
  const [first, second] = [await cardOf(cards.nth(0)), await cardOf(cards.nth(1))]
  expect(first.words).toHaveLength(5)
  await expectNoViolations(teacher, 'the cards')

  // On paper there is nothing but the cards.
  await teacher.emulateMedia({ media: 'print' })
  await expect(teacher.getByRole('banner')).toBeHidden()
  await expect(teacher.getByRole('button', { name: 'Print the cards' })).toBeHidden()
  await expect(cards.nth(29)).toBeVisible()
  await teacher.emulateMedia({ media: 'screen' })
  await teacher.getByRole('button', { name: 'I have the cards' }).click()
  await expect(teacher.locator('.class-table tbody tr')).toHaveCount(30)
  await teacher.getByRole('button', { name: 'Set the task' }).click()
  await expect(teacher.getByText('0 of 30 done')).toBeVisible()
  await expectNoViolations(teacher, 'the class')

  // A pupil signs in, and sees the task and the class.
  const pupil = await guest(browser, server, '/class/enter')
  await expect(pupil.getByRole('heading', { name: 'Sign in with a card' })).toBeVisible()
  await expectNoViolations(pupil, 'signing in')
  await enter(pupil, { ...first, words: second.words })
  await expect(pupil.getByRole('alert').filter({ hasText: 'Check them against' })).toBeVisible()
  await enter(pupil, first)
  await expect(pupil.getByText('to do', { exact: true })).toBeVisible()
  await expect(pupil.locator('.class-own-tasks a')).toHaveAttribute('href', '/learn/board')
  await expect(pupil.locator('.class-mates li')).toHaveCount(29)
  await expectNoViolations(pupil, 'the class of a pupil')

  // What is done on the device reaches the teacher.
  await pupil.evaluate(() => localStorage.setItem('hokito:learn', '["board"]'))
  await pupil.reload()
  await expect(pupil.locator('.class-own-tasks strong')).toHaveText('done')
  await teacher.reload()
  await expect(teacher.getByText('1 of 30 done')).toBeVisible()
  await expect(teacher.getByRole('row', { name: first.name })).toContainText('1/12')

  // The teacher makes a tournament for the class, and the pupil enters it.
  await teacher.locator('.class-tournaments summary').click()
  await teacher.getByLabel('Name (you may leave it empty)').fill('Autumn cup')
  const form = teacher.locator('.class-tournaments form')
  await form.getByLabel('Kind').selectOption({ label: 'Round robin' })
  await form.locator('.button-main').click()
  await expect(teacher.getByRole('heading', { name: 'Autumn cup' })).toBeVisible()
  await pupil.reload()
  await pupil.getByRole('link', { name: /Autumn cup/ }).click()
  await pupil.getByRole('button', { name: 'Join', exact: true }).click()
  await expect(pupil.getByRole('button', { name: 'Leave the tournament' })).toBeVisible()
  await expectNoViolations(pupil, 'the tournament of a class')
  const stranger = await guest(browser, server, new URL(pupil.url()).pathname)
  await expect(stranger.getByRole('heading', { name: 'Autumn cup' })).toHaveCount(0)
  await expect(stranger.getByText('There is no such tournament.')).toBeVisible()
  await teacher.route('**/api/classes/tournaments', (route) => route.abort())
  await teacher.goto('/class')
  await expect(teacher.locator('.class-tournaments').getByRole('alert')).toBeVisible()
  await teacher.unroute('**/api/classes/tournaments')
  await teacher.locator('.class-tournaments .notice').getByRole('button').click()
  await expect(teacher.getByRole('link', { name: /Autumn cup/ })).toBeVisible()

  // Another pupil at the same device does not inherit it.
  await enter(pupil, second)
  await expect(pupil.getByText('to do', { exact: true })).toBeVisible()

  // A pupil who signs out keeps what was done, and has no forms for what the teacher looks after.
  await pupil.evaluate(() => localStorage.setItem('hokito:learn', '["board"]'))
  await pupil.goto('/account')
  await expect(pupil.getByText('Your teacher looks after this account.')).toBeVisible()
  await expect(pupil.getByText('Change your password')).toHaveCount(0)
  await pupil.getByRole('button', { name: 'Sign out here' }).click()
  await expect(pupil.getByRole('button', { name: 'Sign out here' })).toHaveCount(0)
  await teacher.reload()
  await expect(teacher.getByText('2 of 30 done')).toBeVisible()

  // The account is handed over; the card is worthless afterwards.
  await teacher.getByRole('button', { name: `Change ${first.name}’s account` }).click()
  await expectNoViolations(teacher, 'the account of a pupil')
  await teacher.getByRole('button', { name: 'Hand over', exact: true }).click()
  await expect(teacher.getByText('can take over the account')).toBeVisible()
  await enter(pupil, first)
  await pupil.getByLabel('New password').fill('seven stacks of stone')
  await pupil.getByRole('button', { name: 'Take over the account' }).click()
  await expect(pupil.locator('.recovery-codes li')).toHaveCount(10)
  const thief = await guest(browser, server, 'about:blank')
  await enter(thief, first)
  await expect(
    thief.getByRole('alert').filter({ hasText: 'one of the words is wrong' }),
  ).toBeVisible()
  await teacher.reload()
  await expect(teacher.locator('.class-table tbody tr')).toHaveCount(29)

  // The class is deleted with all other accounts.
  await teacher.getByRole('button', { name: 'Delete the class' }).click()
  await teacher.getByRole('dialog').getByRole('button', { name: 'Delete the class' }).click()
  await expect(teacher.getByText('You have no classes yet.')).toBeVisible({ timeout: 60_000 })
  const late = await guest(browser, server, 'about:blank')
  await enter(late, second)
  await expect(late.getByRole('alert').filter({ hasText: 'Check them against' })).toBeVisible()
})

test('a pupil signs in with the keyboard alone', async ({ browser }) => {
  const { name, words } = await onlyCard(browser)
  const pupil = await guest(browser, server, '/class/enter')
  await tabTo(pupil, pupil.getByLabel('Your name'))
  await pupil.keyboard.type(name)
  for (const word of words) {
    await tabTo(pupil, pupil.getByRole('button', { name: word, exact: true }))
    await pupil.keyboard.press('Space')
  }
  await tabTo(pupil, pupil.getByRole('button', { name: 'Sign in', exact: true }))
  await pupil.keyboard.press('Enter')
  await expect(pupil.getByText('You’re in Mistress Mari’s class “Class 3b”')).toBeVisible()
})

test('a pupil’s pages offer neither another name nor the end of the account', async ({
  browser,
}) => {
  const card = await onlyCard(browser)
  const pupil = await guest(browser, server, 'about:blank')
  await enter(pupil, card)
  await expect(pupil.getByText('class “Class 3b”')).toBeVisible()
  await pupil.goto('/account')
  await expect(pupil.getByText('Your teacher looks after this account.')).toBeVisible()
  await expect(pupil.getByText('Delete your account')).toHaveCount(0)
  await pupil.goto('/online')
  await expect(pupil.getByText(`You play as ${card.name}.`)).toBeVisible()
  await expect(pupil.getByRole('button', { name: 'Change name' })).toHaveCount(0)
})

test('an account asks to teach, and learns the answer', async ({ browser }) => {
  const page = await member(browser, server, 'Ottokar', '/class')
  await page.getByRole('radio', { name: 'A club or course' }).check({ force: true })
  await page.getByLabel('Name of the school or club').fill('Tartu Games Club')
  await expectNoViolations(page, 'asking to teach')
  await page.getByRole('button', { name: 'Ask to teach' }).click()
  const request = page.getByRole('status').filter({ hasText: 'Tartu Games Club' })
  await expect(request).toContainText('hasn’t answered yet')
  await expect(page.getByRole('button', { name: 'Ask to teach' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Withdraw the request' }).click()
  await expect(request).toHaveCount(0)
  await page.getByRole('button', { name: 'Ask to teach' }).click()
  await expect(page.getByText('hasn’t answered yet')).toBeVisible()

  await confirmTeacher(server, 'Ottokar')
  await page.goto('/people')
  const news = page.getByRole('status').filter({ hasText: 'You can teach now' })
  await expect(news).toContainText('Teaches at the school')
  await news.getByRole('button', { name: 'Classes' }).click()
  await expect(page.getByRole('heading', { name: 'New class' })).toBeVisible()
})

test('a guest who wants to teach is led to an account, a pupil to the card', async ({
  browser,
}) => {
  const page = await guest(browser, server, '/class')
  await expect(page.getByRole('link', { name: 'Create an account' })).toBeVisible()
  await page.getByRole('link', { name: 'Sign in with a card' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in with a card' })).toBeVisible()
})
