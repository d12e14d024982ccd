import { expect, type Page, test } from '@playwright/test'
import { LANGUAGES } from '../../src/i18n/languages.ts'
import { movable, square, waitForTurn } from './helpers.ts'

/** The headings of three pages, in three languages. */
const HEADLINES = [
  ['/en', 'Stack up. Stay on top.'],
  ['/en/rules', 'How to play'],
  ['/en/learn/oneHop', '2. One hop'],
  ['/de', 'Stapeln. Oben bleiben.'],
  ['/de/rules', 'So wird gespielt'],
  ['/de/learn/oneHop', '2. Ein Sprung'],
  ['/fr', 'Empilez. Restez au sommet.'],
  ['/fr/rules', 'Règles du jeu'],
  ['/fr/learn/oneHop', '2. Un saut'],
] as const

/** The pages tested here, besides the other lessons. */
const READ = ['', '/rules', '/learn', '/learn/oneHop', '/learn/game', '/online', '/about'] as const

/** Holds back the scripts that hydrate a page, until the returned function is called. */
async function holdScripts(page: Page): Promise<() => void> {
  let letThrough = (): void => undefined
  const areAwaited = new Promise<void>((resolve) => {
    letThrough = resolve
  })
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await areAwaited
    await route.continue()
  })
  return letThrough
}

/** The number of colours that fill a drawing or line its shapes. */
function colorsIn(drawing: Element): number {
  const styles = [...drawing.querySelectorAll('*')].map((part) => getComputedStyle(part))
  return new Set(styles.flatMap(({ fill, stroke }) => [fill, stroke])).size
}

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false })

  test('pages can be read: their text, their board and their links', async ({ page }) => {
    for (const [path, headline] of HEADLINES) {
      const language = path.slice(1, 3)
      await page.goto(path)
      await expect(page.locator('html'), path).toHaveAttribute('lang', language)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(headline)
      await expect(page.locator('.board-drawing .face').first(), path).toBeVisible()
      const colors = await page.locator('.board-drawing').first().evaluate(colorsIn)
      expect(colors, `the board of ${path} has its colours`).toBeGreaterThan(5)
      const links = await page.locator('.site-header a').evaluateAll((all) => {
        return all.map((link) => link.getAttribute('href'))
      })
      expect(links).toContain(`/${language}/rules`)
      await page.locator('.site-header [popovertarget=nav-learn]').click()
      await page.locator(`.site-header a[href="/${language}/learn"]`).click()
      await expect(page.locator('.card-list li'), path).toHaveCount(12)
    }
  })

  test('every language is one press away', async ({ page }) => {
    await page.goto('/de/rules')
    await page.getByRole('link', { name: 'Français' }).click()
    await expect(page).toHaveURL('/fr/rules')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Règles du jeu')
  })

  test('what does nothing is not shown', async ({ page }) => {
    await page.goto('/en/rules')
    await expect(page.getByText('How to play')).toBeVisible()
    expect(await page.locator('button:not([popovertarget]):visible').count()).toBe(0)
  })
})

/** Collects the errors and warnings of a page. */
function complaintsOf(page: Page): string[] {
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  page.on('pageerror', ({ message }) => complaints.push(message))
  return complaints
}

test.describe('with its script', () => {
  test('pages are taken over as they stand', async ({ page }) => {
    const complaints = complaintsOf(page)
    await page.addInitScript(() => {
      // Playwright blocks service workers by registering nothing, which the page's library takes
      // for an error.
      navigator.serviceWorker.register = () => new Promise(() => {})
      let shift = 0
      new PerformanceObserver((list) => {
        // Layout-shift entries have a value that the DOM's types lack.
        for (const entry of list.getEntries()) shift += Number(Reflect.get(entry, 'value'))
      }).observe({ type: 'layout-shift', buffered: true })
      document.addEventListener('DOMContentLoaded', () => {
        // An empty list of the lobby has a placeholder until the server has sent its content.
        const lasting = 'h1, .site-header, .site-footer, main :not(.lobby-empty)'
        const built = [...document.querySelectorAll(lasting)]
        Object.assign(window, { seen: { built, title: document.title, shift: () => shift } })
      })
    })
    for (const path of [...READ.map((route) => `/de${route}`), '/', '/rules']) {
      await page.goto(path)
      await page.locator('.settings-button').click()
      await expect(page.getByRole('dialog'), path).toBeVisible()
      const { lost, built, title, shift } = await page.evaluate(() => {
        const seen = Reflect.get(window, 'seen')
        const lost = seen.built.filter((element: Element) => !element.isConnected)
        return { ...seen, built: seen.built.length, lost: lost.length, shift: seen.shift() }
      })
      expect(built, path).toBeGreaterThan(5)
      expect([path, lost, shift]).toEqual([path, 0, 0])
      await expect(page).toHaveTitle(title)
      expect(complaints, path).toEqual([])
      // The next page is for a device without stored data.
      await page.evaluate(() => localStorage.clear())
    }
  })

  test('a plain address stays plain', async ({ page }) => {
    await page.goto('/rules')
    await page.getByRole('button', { name: 'Learn', exact: true }).click()
    await page.getByRole('link', { name: 'Lessons', exact: true }).click()
    await expect(page).toHaveURL('/learn')
    await page.locator('.card-list a').first().click()
    await expect(page).toHaveURL('/learn/board')
  })

  test('what is pressed before it is there is done when it comes', async ({ page }) => {
    const letThrough = await holdScripts(page)
    await page.goto('/de/learn/oneHop', { waitUntil: 'commit' })
    await square(page, 'd4').click()
    await square(page, 'd5').click()
    letThrough()
    await expect(page.locator('.feedback-right:not(.lesson-room)')).toBeVisible()
  })

  test('what is chosen before it is there is chosen when it comes', async ({ page }) => {
    const letThrough = await holdScripts(page)
    await page.goto('/en/online', { waitUntil: 'commit' })
    const fair = page.getByRole('radio', { name: /Fair game/ })
    await fair.check({ force: true })
    letThrough()
    await expect(page.getByText(/White gets 13.5 points at the end/)).toBeVisible()
    await expect(fair).toBeChecked()
  })
})

test.describe('a board that was built', () => {
  test('stays hidden in a tab that has a game of its own', async ({ page }) => {
    await page.addInitScript(() => sessionStorage.setItem('hokito:game:x', ''))
    const letGo = await holdScripts(page)
    await page.goto('/learn/game', { waitUntil: 'commit' })
    await expect(page.locator('html[data-waiting]')).toBeAttached()
    await expect(page.locator('[data-square]').first()).toBeHidden()
    letGo()
    await waitForTurn(page)
  })

  test('hears the first press', async ({ page }) => {
    await page.goto('/en/rules')
    const piece = movable(page).first()
    await piece.click()
    await expect(piece).toHaveAttribute('aria-selected', 'true')
  })

  test('lets a piece be carried straight away', async ({ page }) => {
    await page.addInitScript(() => {
      addEventListener('hokito:ready', () => document.documentElement.classList.add('is-ready'))
    })
    await page.goto('/en/rules')
    // A drag that begins before the script has loaded is lost.
    await expect(page.locator('html.is-ready')).toBeAttached()
    const board = page.locator('.board').first()
    const piece = board.locator('[data-movable=true]').first()
    const from = await piece.boundingBox()
    if (from === null) throw new Error('nothing can be carried')
    await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2)
    await page.mouse.down()
    await page.mouse.move(from.x + from.width, from.y + from.height, { steps: 4 })
    await expect(board.locator('[data-destination]').first()).toBeAttached()
    await page.mouse.up()
  })

  test('can be walked by keyboard straight away', async ({ page }) => {
    // However long the script takes to load, presses made on the board before must count.
    const letGo = await holdScripts(page)
    await page.goto('/en/rules', { waitUntil: 'commit' })
    const focused = page.locator('.square:focus')
    await page.locator('.square[tabindex="0"]').first().focus()
    const [first] = (await focused.getAttribute('data-square')) ?? ''
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('ArrowUp')
    letGo()
    await expect(focused).toHaveAttribute('data-square', `${first}3`)
    await page.keyboard.press('ArrowUp')
    await expect(focused).toHaveAttribute('data-square', `${first}4`)
  })

  test('hears keys where it had the focus before the script was there', async ({ page }) => {
    await page.addInitScript(() => {
      addEventListener('hokito:ready', () => document.documentElement.classList.add('is-ready'))
    })
    await page.goto('/en/rules', { waitUntil: 'commit' })
    await page.locator('.square[tabindex="0"]').first().focus()
    await expect(page.locator('html.is-ready')).toBeAttached()
    const focused = page.locator('.square:focus')
    const before = await focused.getAttribute('data-square')
    await page.keyboard.press('ArrowUp')
    await expect(focused).not.toHaveAttribute('data-square', before ?? '')
  })

  test('takes a stack apart at the first right press, even before its script is there', async ({
    page,
  }) => {
    const letGo = await holdScripts(page)
    await page.goto('/en/rules', { waitUntil: 'commit' })
    await page.locator('.square[aria-label*="height"]').first().click({ button: 'right' })
    letGo()
    await expect(page.getByRole('dialog')).toBeVisible()
  })

  test('speaks a language that is chosen, and shows the marks that are chosen', async ({
    page,
  }) => {
    await page.goto('/rules')
    const label = (await page.getByRole('grid').first().getAttribute('aria-label')) ?? ''
    const drawing = page.locator('.board-drawing').first()
    const drawn = await drawing.innerHTML()
    await page.getByRole('button', { name: 'Settings', exact: true }).click()
    await page.getByLabel('Language').selectOption('Deutsch')
    await expect(page.getByRole('grid', { includeHidden: true }).first()).not.toHaveAttribute(
      'aria-label',
      label,
    )
    await page.getByLabel('Ziffern').check()
    await expect.poll(() => drawing.innerHTML()).not.toBe(drawn)
  })
})

test('every page names its address in each language, and each of these the same', async ({
  request,
}) => {
  const named = async (path: string) => {
    const text = await (await request.get(path)).text()
    const alternates = [...text.matchAll(/rel="alternate" hreflang="([\w-]+)" href="([^"]+)"/g)]
    const [, canonical] = /rel="canonical" href="([^"]+)"/.exec(text) ?? []
    return { canonical, alternates: alternates.map(([, language, url]) => [language, url]) }
  }
  for (const route of READ) {
    const { alternates } = await named(`/en${route}`)
    expect(alternates.map(([language]) => language)).toEqual([...LANGUAGES, 'x-default'])
    for (const [language, url = ''] of alternates) {
      const { pathname } = new URL(url)
      expect(pathname).toBe(`/${language === 'x-default' ? 'en' : language}${route}`)
      expect(await named(pathname), url).toEqual({ canonical: url, alternates })
    }
  }
})

test('search engines and previews get texts in the language of the page', async ({ page }) => {
  await page.goto('/de/rules')
  await expect(page).toHaveTitle('So wird gespielt')
  const property = (name: string) => page.locator(`meta[property="og:${name}"]`)
  await expect(property('title')).toHaveAttribute('content', 'So wird gespielt')
  await expect(property('description')).toHaveAttribute('content', /fünf Minuten/)
  await expect(property('url')).toHaveAttribute('content', /^http:\/\/localhost:\d+\/de\/rules$/)
  const facts = JSON.parse((await page.locator('script[type$="ld+json"]').textContent()) ?? '')
  expect(facts['@type']).toBe('FAQPage')
  const asked = facts.mainEntity.map(({ name }: { name: string }) => name)
  expect(asked).toEqual(await page.locator('.rulings dt').allTextContents())
})

test('and goes when another page is shown', async ({ page }) => {
  await page.goto('/de/rules')
  await page.locator('.site-header nav button').first().click()
  await page.locator('.site-header nav a').first().click()
  await expect(page).toHaveURL('/new?opponent=computer')
  await expect(page.locator('link[rel=canonical], link[rel=alternate]')).toHaveCount(0)
})

test.describe('a language', () => {
  test('in the address is spoken, and kept by links and on pages without one', async ({ page }) => {
    await page.goto('/fr/learn')
    await page.getByRole('link', { name: 'Règles', exact: true }).first().click()
    await expect(page).toHaveURL('/fr/rules')
    await page.locator('.brand').click()
    await expect(page).toHaveURL('/fr')
    // The rules page stays until the home page is loaded, and has buttons too.
    await page.getByRole('button', { name: /^Affronter l’ordinateur/ }).click()
    await expect(movable(page).first()).toBeVisible()
    await expect(page).toHaveURL(/\/game\//)
    await expect(page.locator('html')).toHaveAttribute('lang', 'fr')
  })

  test('that is chosen leads to the address of the page in it', async ({ page }) => {
    await page.goto('/de/rules')
    await page.getByRole('button', { name: 'Einstellungen' }).click()
    await page.getByLabel('Sprache').selectOption('Polski')
    await expect(page).toHaveURL('/pl/rules')
    await expect(page.locator('html')).toHaveAttribute('lang', 'pl')
    await page.reload()
    await expect(page).toHaveURL('/pl/rules')
    await page.goto('/new')
    await expect(page.locator('html')).toHaveAttribute('lang', 'pl')
    await page.goto('/de/about')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Über diese Seite')
  })

  test('follows the way back', async ({ page }) => {
    await page.goto('/fr/rules')
    await page.evaluate(() => history.pushState(null, '', '/de/rules'))
    await page.goBack()
    await page.goForward()
    await expect(page.locator('html')).toHaveAttribute('lang', 'de')
    await page.goBack()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Règles du jeu')
  })

  test('that the device has kept is the one in which a plain address opens straight away', async ({
    page,
  }) => {
    await page.addInitScript(() => {
      localStorage.setItem('hokito:settings', JSON.stringify({ language: 'et' }))
      const seen = new Set<string>()
      Object.assign(window, { seen })
      const look = () => {
        const title = document.querySelector('h1')
        if (title?.checkVisibility({ visibilityProperty: true })) seen.add(title.textContent)
        requestAnimationFrame(look)
      }
      look()
    })
    await page.goto('/rules')
    await expect(page.locator('html')).toHaveAttribute('lang', 'et')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    const title = await page.getByRole('heading', { level: 1 }).textContent()
    expect(await page.evaluate(() => [...Reflect.get(window, 'seen')])).toEqual([title])
  })
})

test('a page that is in no language, or nowhere, is not found', async ({ page }) => {
  for (const path of ['/xx/rules', '/de/new', '/de/learn/nonsense', '/nowhere']) {
    const response = await page.goto(path)
    expect(response?.status(), path).toBe(404)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
  await expect(page.getByRole('main').getByRole('link', { name: 'Puzzles' })).toBeVisible()
})
