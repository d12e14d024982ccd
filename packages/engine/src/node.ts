import { readFile } from 'node:fs/promises'
import { Worker } from 'node:worker_threads'
import type { Engine } from './engine.ts'
import { createEngine } from './host.ts'
import type { Response } from './messages.ts'

/**
 * Starts an engine in worker threads of Node, which keep the process alive until the engine is
 * closed.
 */
export function startEngine(): Engine {
  return createEngine({
    canShare: true,
    loadModule: async (isShared) => WebAssembly.compile(await readFile(isShared ? SHARED : ALONE)),
    spawn(settings, onResponse, onFailure) {
      const worker = new Worker(new URL('./node-worker.js', import.meta.url), {
        workerData: settings,
      })
      let isDismissed = false
      worker.on('message', (response: Response) => onResponse(response))
      worker.on('error', onFailure)
      worker.on('exit', (code) => {
        if (!isDismissed) onFailure(new Error(`the engine's thread ended with code ${code}`))
      })
      return {
        post: (request) => worker.postMessage(request),
        terminate() {
          isDismissed = true
          return worker.terminate()
        },
      }
    },
  })
}

// --- internal ---

const ALONE = new URL('./hot/hokito.wasm', import.meta.url)
const SHARED = new URL('./hot/hokito-shared.wasm', import.meta.url)
