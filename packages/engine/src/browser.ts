import type { Engine } from './engine.ts'
import { createEngine } from './host.ts'
import type { Response } from './messages.ts'

/**
 * Starts an engine in web workers. If pages may share memory, the engine is stopped through that
 * memory and may have several threads. Otherwise stopping ends the worker and starts a new one,
 * which loses everything learned.
 */
export function startEngine(): Engine {
  return createEngine({
    canShare: canShareMemory(),
    loadModule: async (isShared) => {
      const response = await fetch(isShared ? SHARED : ALONE)
      if (!response.ok) throw new Error(`the engine could not be loaded: ${response.status}`)
      return WebAssembly.compile(await response.arrayBuffer())
    },
    spawn(settings, onResponse, onFailure) {
      const worker = new Worker(new URL('./web-worker.js', import.meta.url), { type: 'module' })
      worker.onmessage = (event: MessageEvent<Response>) => onResponse(event.data)
      worker.onerror = (event) => {
        event.preventDefault()
        onFailure(
          new Error(`the engine's worker failed: ${event.message ?? 'it could not be loaded'}`),
        )
      }
      worker.postMessage(settings)
      return {
        post: (request) => worker.postMessage(request),
        terminate: () => worker.terminate(),
      }
    },
  })
}

// --- internal ---

/** Some browsers isolate a page and still have no shared memory (WebKitGTK 2.50). */
function canShareMemory(): boolean {
  return (
    globalThis.crossOriginIsolated === true && typeof globalThis.SharedArrayBuffer === 'function'
  )
}

const ALONE = new URL('./hot/hokito.wasm', import.meta.url)
const SHARED = new URL('./hot/hokito-shared.wasm', import.meta.url)
