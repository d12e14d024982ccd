import type { Engine } from '@hokito/engine'
import { computed, signal } from '@preact/signals'
import { render } from 'preact'
import { App } from './App.tsx'
import { createLanguage } from './i18n/language.ts'
import { createOffline } from './models/device/offline.ts'
import { createSettings } from './models/device/settings.ts'
import { createSounds } from './models/device/sounds.ts'
import { applyTheme } from './models/device/theme.ts'
import { createProgress } from './models/learn/progress.ts'
import { createComputer } from './models/local/computer.ts'
import { createGameStore, memoryStorage } from './models/local/game-store.ts'
import type { Services } from './services.ts'
import './ui/layers.css'
import './ui/themes.css'
import './ui/base.css'
import './ui/ui.css'
import './components/site/site.css'
import './components/game/game.css'
import './components/local/local.css'
import './components/replay/replay.css'
import './pages/pages.css'

const PROBE = 'hokito:probe'

/** The browser's storage, or the page's own where it is forbidden or does not work. */
function openStorage(): { storage: Storage; isLasting: boolean } {
  try {
    localStorage.setItem(PROBE, '1')
    localStorage.removeItem(PROBE)
    return { storage: localStorage, isLasting: true }
  } catch {
    return { storage: memoryStorage(), isLasting: false }
  }
}

/** Leaves a core to the page, and most of a large machine to its owner. */
const MOST_THREADS = 4

async function startEngine(): Promise<Engine> {
  const browser = await import('@hokito/engine/browser')
  const engine = browser.startEngine()
  const threads = Math.min(MOST_THREADS, navigator.hardwareConcurrency - 1)
  if (threads > 1) await engine.configure({ threads })
  return engine
}

async function start(): Promise<void> {
  const root = document.getElementById('app')
  if (root === null) throw new Error('index.html has no element #app')
  const { storage, isLasting } = openStorage()
  const settings = createSettings(storage)
  applyTheme(settings, document.documentElement, (query) => matchMedia(query))
  const services: Services = {
    store: createGameStore(storage, window),
    settings,
    language: await createLanguage(
      {
        chosen: computed(() => settings.settings.value.language),
        asked: new URLSearchParams(location.search).get('lang') ?? undefined,
        browser: navigator.languages,
      },
      document.documentElement,
    ),
    sounds: createSounds(settings),
    progress: createProgress(storage),
    offline: createOffline(navigator.serviceWorker),
    online: signal(undefined),
    isLasting,
    newComputer: () => createComputer(startEngine),
    now: Date.now,
    randomBytes: (count) => crypto.getRandomValues(new Uint8Array(count)),
  }
  render(<App services={services} />, root)
}

void start()
