import { type ReadonlySignal, signal } from '@preact/signals'
import type { Workbox } from 'workbox-window'

export interface OfflineModel {
  /** Does this browser store the site, so that it works offline? False once that has failed. */
  readonly isKept: ReadonlySignal<boolean>
  /** A newer version of the site has been fetched and waits to be loaded. */
  readonly hasUpdate: ReadonlySignal<boolean>
  /** Loads the newer version; every tab of the site reloads. */
  readonly loadUpdate: () => void
  /** Fetches the newest version, if there is one, and reloads the page. */
  readonly loadNewest: () => void
}

/**
 * Registers the service worker that stores the whole site on the device. There is none if the
 * browser does not support it, nor in the development server, where it would hide every change.
 */
export function createOffline(container: ServiceWorkerContainer | undefined): OfflineModel {
  const isKept = signal(container !== undefined)
  const hasUpdate = signal(false)
  let workbox: Workbox | undefined
  let isWanted = false

  async function loadUpdate(): Promise<void> {
    const registration = await container?.getRegistration()
    // Another tab may have activated it.
    if (!registration?.waiting) return location.reload()
    workbox?.addEventListener('controlling', () => location.reload())
    workbox?.messageSkipWaiting()
    // A request in progress holds the old version back. In Chromium that is for good if a game is
    // left while its engine loads; leaving the page ends it.
    setTimeout(() => location.reload(), HELD_BACK_MS)
  }

  async function loadNewest(): Promise<void> {
    if (hasUpdate.peek()) return loadUpdate()
    const registration = await container?.getRegistration()
    // Until the first worker is active, pages come from the server. WebKit may leave that worker
    // `installing` for good, and `update()` would wait for it.
    if (registration?.active) {
      isWanted = true
      await registration.update()
      // A version being fetched is loaded as soon as it waits; reloading before that would bring
      // back the old one.
      if (registration.installing || registration.waiting) return
    }
    location.reload()
  }
  async function noteWaiting(): Promise<void> {
    const registration = await container?.getRegistration()
    // In Firefox even the very first version may wait for a moment, when there is nothing newer to
    // load.
    if (!registration?.waiting || !registration.active) return
    hasUpdate.value = true
    if (isWanted) await loadUpdate()
  }
  async function register(): Promise<void> {
    const { Workbox } = await import('workbox-window')
    workbox = new Workbox('/sw.js')
    workbox.addEventListener('waiting', () => void noteWaiting().catch(reportError))
    await workbox.register()
  }
  // Nothing on the page waits for it: the site works without it, as long as there is a network.
  if (container !== undefined && import.meta.env.PROD) {
    register().catch((error: unknown) => {
      isKept.value = false
      reportError(error)
    })
  }
  return {
    isKept,
    hasUpdate,
    loadUpdate: orReload(loadUpdate),
    loadNewest: orReload(loadNewest),
  }
}

// --- internal ---

/** A new version takes over sooner than this, unless something holds it back. */
const HELD_BACK_MS = 3000

/** Runs an action without waiting for it; if it fails, reloads the page from any source. */
function orReload(load: () => Promise<void>): () => void {
  return () => {
    load().catch((error: unknown) => {
      reportError(error)
      location.reload()
    })
  }
}
