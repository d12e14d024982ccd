import type { Engine } from '@hokito/engine'
import { computed, signal } from '@preact/signals'
import { hydrate, render } from 'preact'
import { App, pageAt } from './App.tsx'
import { createLanguage } from './i18n/language.ts'
import { canRunComputer } from './models/device/abilities.ts'
import { ACCOUNT_NAME_KEY } from './models/device/account-name.ts'
import { memoryStorage } from './models/device/memory-storage.ts'
import { createOffline } from './models/device/offline.ts'
import { PUSH_KEY } from './models/device/push-key.ts'
import { createSettings } from './models/device/settings.ts'
import { createSounds } from './models/device/sounds.ts'
import { startEngine } from './models/device/start-engine.ts'
import { applyTheme } from './models/device/theme.ts'
import { unlessRefused } from './models/device/unless-refused.ts'
import { createProgress } from './models/learn/progress.ts'
import { createComputer } from './models/local/computer.ts'
import { createGameStore } from './models/local/game-store.ts'
import { comeBackOnline } from './models/site/come-back.ts'
import { readAddress } from './routes.ts'
import type { Services } from './services.ts'
import { nextTask } from './ui/next-task.ts'
import './ui/layers.css'
import './ui/themes.css'
import 'virtual:board-colors.css'
import './ui/base.css'
import './ui/ui.css'
import './components/site/site.css'
import './components/game/game.css'
import './components/local/local.css'
import './components/replay/replay.css'
import './pages/pages.css'

const PROBE = 'hokito:probe'

/**
 * The browser's storage, or a temporary one if it is forbidden or does not work. A full storage
 * stays in use, because its games can be opened and deleted.
 */
function openStorage(): { storage: Storage; isLasting: boolean } {
  try {
    localStorage.setItem(PROBE, '1')
    localStorage.removeItem(PROBE)
    return { storage: localStorage, isLasting: true }
  } catch {
    const full = unlessRefused(() => (localStorage.length > 0 ? localStorage : undefined))
    return { storage: full ?? memoryStorage(), isLasting: full !== undefined }
  }
}

/** Leaves a core for the page, and most of a large machine for its owner. */
const MOST_THREADS = 4

async function startStrongEngine(): Promise<Engine> {
  const engine = await startEngine()
  const threads = Math.min(MOST_THREADS, navigator.hardwareConcurrency - 1)
  if (threads > 1) await engine.configure({ threads })
  return engine
}

/** The services that the first picture of the page depends on. */
type FirstServices = Pick<Services, 'settings' | 'language' | 'isLasting' | 'hasComputer'>

function servicesOf(storage: Storage, first: FirstServices): Services {
  return {
    ...first,
    store: createGameStore(storage, window),
    sounds: createSounds(first.settings),
    progress: createProgress(storage),
    offline: createOffline(navigator.serviceWorker),
    online: signal(undefined),
    accountName: signal(storage.getItem(ACCOUNT_NAME_KEY) ?? undefined),
    deviceStorage: () => localStorage,
    tabStorage: () => sessionStorage,
    newComputer: () => createComputer(first.hasComputer ? startStrongEngine : undefined),
    now: Date.now,
    randomBytes: (count) => crypto.getRandomValues(new Uint8Array(count)),
  }
}

async function start(): Promise<void> {
  const root = document.getElementById('app')
  if (root === null) throw new Error('index.html has no element #app')
  const html = document.documentElement
  const { storage, isLasting } = openStorage()
  const hasComputer = canRunComputer(globalThis)
  const settings = createSettings(storage)
  applyTheme(settings, html, (query) => matchMedia(query))
  const address = readAddress(location.pathname)
  const page = pageAt(address.route)
  // The server has sent a prerendered page, in the language that it found best.
  const isBuilt = root.hasChildNodes()
  // A page is prerendered for a device that stores nothing yet and supports everything.
  const isTakenOver = isBuilt && isLasting && hasComputer && html.dataset.waiting === undefined
  const [language] = await Promise.all([
    createLanguage(
      {
        chosen: computed(() => settings.settings.value.language),
        asked: address.language ?? new URLSearchParams(location.search).get('lang') ?? undefined,
        browser: isBuilt ? [html.lang] : navigator.languages,
        parts: page.parts,
      },
      html,
    ),
    // A prerendered page that is taken over can be read already.
    isTakenOver ? undefined : page.load(),
  ])
  // Parsing the scripts and taking the page over are separate tasks, so that the browser can handle
  // input in between.
  await nextTask()
  const services = servicesOf(storage, { settings, language, isLasting, hasComputer })
  const app = <App services={services} />
  if (isTakenOver) hydrate(app, root)
  else {
    root.replaceChildren()
    render(app, root)
    delete html.dataset.waiting
  }
  comeBackOnline(services.online, storage, services)
  if (services.accountName.peek() !== undefined) {
    void import('./models/site/account-name.ts').then(({ followName }) =>
      followName(services, services.online),
    )
  }
  if (storage.getItem(PUSH_KEY) !== null) {
    void import('./models/account/push.ts').then(({ keepNotified }) =>
      keepNotified(services.deviceStorage, language.speech.peek().language),
    )
  }
  // Presses made in the meantime are repeated (early.js).
  await page.load()
  await nextTask()
  dispatchEvent(new Event('hokito:ready'))
}

void start()
