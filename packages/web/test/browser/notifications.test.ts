import { legalMoves } from '@hokito/rules'
import { type BrowserContext, expect, type Page, type Worker } from '@playwright/test'
import { Page as Bare, beginGame } from '../../../server/test/helpers/page.ts'
import {
  type Device,
  type PushService,
  startPushService,
} from '../../../server/test/helpers/push-service.ts'
import type { TestServer } from '../../../server/test/helpers/server.ts'
import { expectNoViolations } from './axe.ts'
import { test } from './guest-test.ts'
import { startSite } from './guests.ts'

test.use({ serviceWorkers: 'allow', permissions: ['notifications'] })

let service: PushService
let server: TestServer
test.beforeEach(async () => {
  service = await startPushService()
  server = await startSite({ push: { hosts: [], testOrigin: service.origin } })
})
test.afterEach(async () => {
  await server.close()
  await service.close()
})

const theSwitch = (page: Page) => page.getByRole('checkbox', { name: 'Notify me on this device' })

/** A headless browser reports that permission is denied, even if it is granted. */
async function allow(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    Object.defineProperty(Notification, 'permission', { get: () => 'granted' })
  })
}

async function openSettings(page: Page, path = '/about'): Promise<void> {
  await page.goto(server.url + path)
  await page.getByRole('button', { name: 'Settings', exact: true }).click()
}

/**
 * Gives a page's browser a push service, because a headless one has none. It stores one
 * subscription, as browsers do.
 */
async function givePushService(context: BrowserContext, device: Device): Promise<void> {
  await allow(context)
  await context.addInitScript(({ endpoint, keys }) => {
    const KEPT = 'browser-push'
    const bytesOf = (text: string) =>
      Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) =>
        letter.charCodeAt(0),
      ).buffer
    const subscription = () => {
      const key = sessionStorage.getItem(KEPT)
      if (key === null) return null
      return {
        endpoint,
        options: { applicationServerKey: bytesOf(key) },
        toJSON: () => ({ endpoint, keys }),
        unsubscribe: async () => {
          sessionStorage.removeItem(KEPT)
          return true
        },
      }
    }
    Object.defineProperty(ServiceWorkerRegistration.prototype, 'pushManager', {
      get: () => ({
        getSubscription: async () => subscription(),
        subscribe: async (options: { applicationServerKey: string }) => {
          sessionStorage.setItem(KEPT, options.applicationServerKey)
          return subscription()
        },
      }),
    })
  }, device.subscription)
}

const devices = () =>
  server.inStore((db) => db.selectFrom('pushSubscriptions').selectAll().execute())

test('are switched on, arrive when it is our turn, and are switched off', async ({
  page,
  context,
}) => {
  const device = service.newDevice()
  await givePushService(context, device)
  await openSettings(page)
  await expect(theSwitch(page)).not.toBeChecked()
  await expect(page.getByText('when it’s your turn in a correspondence game')).toBeVisible()
  await theSwitch(page).click()
  await expect(theSwitch(page)).toBeChecked()
  expect(await devices()).toMatchObject([{ endpoint: device.endpoint, language: 'en' }])
  await page.reload()
  await page.getByRole('button', { name: 'Settings', exact: true }).click()
  await expect(theSwitch(page)).toBeChecked()

  // The same player plays without a page and leaves.
  const [cookie] = (await context.cookies()).filter(({ name }) => name === 'hokito_session')
  const white = new Bare(server.url)
  white.cookie = `${cookie?.name}=${cookie?.value}`
  await white.signIn()
  await white.connect()
  const black = await Bare.open(server.url)
  const timeControl = { kind: 'correspondence', daysPerMove: 2 } as const
  const game = await beginGame(black, white, { timeControl })
  white.close()
  await expect.poll(() => black.presence.get(game)?.seats.white.isHere).toBe(false)
  const [move] = legalMoves(black.position(game))
  if (move === undefined) throw new Error('a new game has moves')
  await black.move(game, move)
  await expect.poll(() => device.messagesIn(service).length).toBe(1)

  // The message that the push service would deliver to the browser.
  const shown = await deliver(page, device.decrypt(service.received[0]?.body ?? Buffer.alloc(0)))
  expect(shown).toMatchObject([
    { title: `Your turn against ${black.player.name}`, tag: `/play/${game}`, lang: 'en' },
  ])
  expect(shown[0]?.body).toMatch(/^Move by .*20\d\d.*\.$/)

  await theSwitch(page).click()
  await expect(theSwitch(page)).not.toBeChecked()
  await expect.poll(devices).toEqual([])
  black.close()
})

/**
 * Delivers a message to the page's service worker, and returns the notification. A headless browser
 * shows none, so the call is intercepted.
 */
async function deliver(page: Page, data: string) {
  const worker = await workerOf(page)
  await worker.evaluate(() => {
    const shown: object[] = []
    const showNotification = async (title: string, options: object) => {
      shown.push({ title, ...options })
    }
    Object.assign(globalThis, { shown })
    Object.assign(Reflect.get(globalThis, 'registration'), { showNotification })
  })
  const client = await page.context().newCDPSession(page)
  let registrationId = ''
  client.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
    registrationId = registrations[0]?.registrationId ?? registrationId
  })
  await client.send('ServiceWorker.enable')
  await expect.poll(() => registrationId).not.toBe('')
  await client.send('ServiceWorker.deliverPushMessage', {
    origin: server.url,
    registrationId,
    data,
  })
  const shown = () => worker.evaluate((): { body?: string }[] => Reflect.get(globalThis, 'shown'))
  await expect.poll(async () => (await shown()).length).toBe(1)
  return shown()
}

/** The service worker of a page. */
async function workerOf(page: Page): Promise<Worker> {
  await page.evaluate(() => navigator.serviceWorker.ready)
  return page.context().serviceWorkers()[0] ?? page.context().waitForEvent('serviceworker')
}

/**
 * Presses a notification, and returns what the worker asks the browser to do. The browser would do
 * it only after a real press.
 */
function press(worker: Worker, data: object | undefined): Promise<readonly string[]> {
  return worker.evaluate(async (about) => {
    const asked: string[] = []
    const { WindowClient, clients, ExtendableEvent } = globalThis as unknown as Globals
    WindowClient.prototype.focus = async function focus() {
      asked.push(`focus ${new URL(this.url).pathname}`)
    }
    clients.openWindow = async (path) => {
      asked.push(`open ${path}`)
    }
    const event = new ExtendableEvent('notificationclick')
    const close = () => asked.push('close')
    let work: Promise<unknown> | undefined
    Object.defineProperties(event, {
      notification: { value: { data: about, close } },
      waitUntil: { value: (promise: Promise<unknown>) => (work = promise) },
    })
    globalThis.dispatchEvent(event)
    await work
    return asked
  }, data)
}

/** The members of a worker's global scope that a page lacks. */
interface Globals {
  readonly WindowClient: { readonly prototype: { url: string; focus(): Promise<void> } }
  readonly clients: { openWindow(path: string): Promise<void> }
  readonly ExtendableEvent: new (type: string) => Event
}

test('lead to the page that shows what they are about, or open one', async ({ page, context }) => {
  await page.goto(`${server.url}/games`)
  const other = await context.newPage()
  await other.goto(`${server.url}/about`)
  const worker = await workerOf(page)
  expect(await press(worker, { path: '/about' })).toEqual(['close', 'focus /about'])
  expect(await press(worker, { path: '/play/abcdefghijkl' })).toEqual([
    'close',
    'open /play/abcdefghijkl',
  ])
  // From an older version, which sends no path.
  expect(await press(worker, undefined)).toEqual(['close', 'focus /games'])
  await page.goto(`${server.url}/learn`)
  expect(await press(worker, undefined)).toEqual(['close', 'open /games'])
})

/**
 * Tells a worker that its browser has a new subscription, or none, so that it has to request one.
 */
function change(worker: Worker, former: Device | undefined, next: Device, isMade: boolean) {
  return worker.evaluate(
    async ({ formerEndpoint, subscription, brings }) => {
      const { ExtendableEvent } = globalThis as unknown as Globals
      const made = { endpoint: subscription.endpoint, toJSON: () => subscription }
      const keys: unknown[] = []
      const subscribe = async (options: { applicationServerKey: string }) => {
        keys.push(options.applicationServerKey)
        return made
      }
      const registration: object = Reflect.get(globalThis, 'registration')
      Object.defineProperty(registration, 'pushManager', {
        value: { subscribe },
        configurable: true,
      })
      const event = new ExtendableEvent('pushsubscriptionchange')
      let work: Promise<unknown> | undefined
      Object.defineProperties(event, {
        oldSubscription: { value: formerEndpoint && { endpoint: formerEndpoint } },
        newSubscription: { value: brings ? made : null },
        waitUntil: { value: (promise: Promise<unknown>) => (work = promise) },
      })
      globalThis.dispatchEvent(event)
      await work
      return keys
    },
    {
      formerEndpoint: former?.endpoint,
      subscription: next.subscription,
      brings: isMade,
    },
  )
}

test('follow the language of the page, and the browser to a new address, without a page', async ({
  page,
  context,
}) => {
  const first = service.newDevice()
  await givePushService(context, first)
  await openSettings(page)
  await theSwitch(page).click()
  await expect(theSwitch(page)).toBeChecked()
  await page.getByLabel('Language').selectOption('pl')
  await expect.poll(devices).toMatchObject([{ language: 'pl' }])
  const worker = await workerOf(page)
  const [second, third] = [service.newDevice(), service.newDevice()]
  expect(await change(worker, first, second, true)).toEqual([])
  expect(await devices()).toMatchObject([{ endpoint: second.endpoint, language: 'pl' }])
  const { key } = await (await page.request.get(`${server.url}/api/push`)).json()
  expect(await change(worker, second, third, false)).toEqual([key])
  expect(await devices()).toMatchObject([{ endpoint: third.endpoint }])
  // A browser that does not report the former subscription.
  const fourth = service.newDevice()
  await change(worker, undefined, fourth, true)
  expect((await devices()).map(({ endpoint }) => endpoint)).toContain(fourth.endpoint)
})

test('are not asked for again from a server that sends none', async ({ page }) => {
  const quiet = await startSite()
  await page.goto(`${quiet.url}/about`)
  const worker = await workerOf(page)
  expect(await change(worker, undefined, service.newDevice(), false)).toEqual([])
  await quiet.close()
})

test('say that an opponent is on a break, and until when', async ({ page }) => {
  await openSettings(page)
  const until = Date.UTC(2027, 4, 3, 12)
  const about = { language: 'de', name: 'Anna', path: '/play/a' }
  expect(await deliver(page, JSON.stringify({ ...about, kind: 'break', until }))).toMatchObject([
    {
      title: 'Anna macht Pause',
      body: expect.stringMatching(/^Bis 03\.05\.2027, .*\.$/),
      lang: 'de',
    },
  ])
  const last = { ...about, kind: 'last', deadline: until }
  expect(await deliver(page, JSON.stringify(last))).toMatchObject([
    {
      title: 'Deine Zeit gegen Anna läuft bald ab',
      body: expect.stringMatching(/^Zug bis 03\.05/),
    },
  ])
})

test('say something in each language also of what this version does not know', async ({ page }) => {
  await openSettings(page)
  const challenge = { kind: 'challenge', language: 'et', name: 'Anna', path: '/invite/a' }
  expect(await deliver(page, JSON.stringify(challenge))).toMatchObject([
    { title: 'Anna esitab sulle väljakutse', body: 'Ava väljakutse, et vastata.', lang: 'et' },
  ])
  const unknown = { kind: 'party', language: 'xx', path: '/games' }
  expect(await deliver(page, JSON.stringify(unknown))).toMatchObject([
    { title: 'There is something new for you on Hokito.', lang: 'en' },
  ])
})

test('are subscribed again when the server has another key', async ({ page, context }) => {
  await givePushService(context, service.newDevice())
  await openSettings(page)
  await theSwitch(page).click()
  await expect(theSwitch(page)).toBeChecked()
  const keyOf = () => page.evaluate(() => sessionStorage.getItem('browser-push'))
  const key = await keyOf()
  await page.evaluate(() => {
    sessionStorage.setItem('browser-push', 'BOLD')
    localStorage.setItem('hokito:push', '0 en')
  })
  await page.reload()
  await expect.poll(keyOf).toBe(key)
})

test('end with signing out', async ({ page, context }) => {
  await givePushService(context, service.newDevice())
  await page.goto(`${server.url}/account`)
  await page.getByLabel('Name', { exact: true }).fill('Ottilie')
  await page.getByLabel('New password', { exact: true }).fill('seven stacks of stone')
  await page.getByRole('button', { name: 'Create the account' }).click()
  await page.getByRole('button', { name: 'I’ve saved the codes' }).click()
  await page.getByText('You’re signed in as Ottilie.').waitFor()
  await page.getByRole('button', { name: 'Settings', exact: true }).click()
  await theSwitch(page).click()
  await expect(theSwitch(page)).toBeChecked()
  await page.getByRole('button', { name: 'Close' }).click()
  expect(await devices()).toHaveLength(1)
  await page.getByRole('button', { name: 'Sign out here' }).click()
  await expect(page.getByRole('radio', { name: 'Sign in', exact: true })).toBeChecked()
  expect(await devices()).toEqual([])
  expect(await page.evaluate(() => sessionStorage.getItem('browser-push'))).toBeNull()
  await page.getByRole('button', { name: 'Settings', exact: true }).click()
  await expect(theSwitch(page)).not.toBeChecked()
})

test('stay on when a guest signs up on this device', async ({ page, context }) => {
  await givePushService(context, service.newDevice())
  await openSettings(page, '/account')
  await theSwitch(page).click()
  await expect(theSwitch(page)).toBeChecked()
  await page.getByRole('button', { name: 'Close' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Ottilie')
  await page.getByLabel('New password', { exact: true }).fill('seven stacks of stone')
  await page.getByRole('button', { name: 'Create the account' }).click()
  await page.getByRole('button', { name: 'I’ve saved the codes' }).click()
  await expect.poll(async () => (await devices()).length).toBe(1)
})

test('of a browser whose push service is not there stay off, and it says so', async ({
  page,
  context,
}) => {
  await allow(context)
  await openSettings(page)
  await theSwitch(page).click()
  await expect(page.getByRole('dialog').getByRole('alert')).toHaveText(
    /^The browser’s push service couldn’t be reached/,
  )
  await expect(theSwitch(page)).not.toBeChecked()
  expect(await devices()).toEqual([])
})

test('of a push service that the server does not send to stay off, and it says so', async ({
  page,
  context,
}) => {
  const other = await startPushService()
  await givePushService(context, other.newDevice())
  await openSettings(page)
  await theSwitch(page).click()
  await expect(page.getByRole('dialog').getByRole('alert')).toHaveText(
    /^The server doesn’t work with this browser’s push service/,
  )
  await expect(theSwitch(page)).not.toBeChecked()
  await other.close()
})

test('that the browser does not allow are explained', async ({ page, context }) => {
  await context.clearPermissions()
  await openSettings(page)
  await expect(page.getByText(/^This browser doesn’t allow notifications/)).toBeVisible()
  await expect(theSwitch(page)).toBeHidden()
})

test('on an iPhone are explained: the app has to be installed first', async ({ page, context }) => {
  await context.addInitScript(() => {
    Reflect.deleteProperty(globalThis, 'PushManager')
    Object.defineProperty(navigator, 'standalone', { get: () => false })
  })
  await openSettings(page)
  await expect(page.getByText(/^On an iPhone or iPad, only the installed app/)).toBeVisible()
  await expectNoViolations(page, 'the settings', 'dialog')
})

test('that a server does not send are not offered', async ({ page }) => {
  const quiet = await startSite()
  await page.goto(`${quiet.url}/about`)
  await page.getByRole('button', { name: 'Settings', exact: true }).click()
  await expect(page.getByText('This server sends no notifications.')).toBeVisible()
  await quiet.close()
})
