import { type ReadonlySignal, signal } from '@preact/signals'
import type { Workbox } from 'workbox-window'

export interface OfflineModel {
  /** A newer version of the site has been fetched and waits to be loaded. */
  readonly hasUpdate: ReadonlySignal<boolean>
  /** Loads the newer version; every tab of the site is loaded anew. */
  readonly loadUpdate: () => void
}

/**
 * Registers the service worker that keeps the whole site on the device. It is absent where the browser has
 * none, and in the development server, where it would hide every change.
 */
export function createOffline(container: ServiceWorkerContainer | undefined): OfflineModel {
  const hasUpdate = signal(false)
  let workbox: Workbox | undefined
  async function register(): Promise<void> {
    const { Workbox } = await import('workbox-window')
    workbox = new Workbox('/sw.js')
    workbox.addEventListener('waiting', () => {
      hasUpdate.value = true
    })
    await workbox.register()
  }
  // Nothing on the page waits for it, so a failure is only reported: the site works without it.
  if (container !== undefined && import.meta.env.PROD) register().catch(reportError)
  return {
    hasUpdate,
    loadUpdate: () => {
      workbox?.addEventListener('controlling', () => location.reload())
      workbox?.messageSkipWaiting()
    },
  }
}
