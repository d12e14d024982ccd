import { createEngine } from './engine.ts'
import type { Engine } from './limits.ts'
import type { Response } from './messages.ts'

/**
 * Starts an engine in a web worker. On cross-origin-isolated pages it is stopped through shared memory;
 * elsewhere its worker is ended and started anew, which costs what it had learned.
 */
export function startEngine(): Engine {
  return createEngine((settings, onResponse, onFailure) => {
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
  }, globalThis.crossOriginIsolated === true)
}
