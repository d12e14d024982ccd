import { Worker } from 'node:worker_threads'
import { createEngine } from './engine.ts'
import type { Engine } from './limits.ts'
import type { Response } from './messages.ts'

/** Starts an engine in a worker thread of Node, which keeps the process alive until it is closed. */
export function startEngine(): Engine {
  return createEngine((settings, onResponse, onFailure) => {
    const worker = new Worker(new URL('./node-worker.js', import.meta.url), {
      workerData: settings,
    })
    worker.on('message', (response: Response) => onResponse(response))
    worker.on('error', onFailure)
    worker.on('exit', (code) => onFailure(new Error(`the engine's thread ended with code ${code}`)))
    return {
      post: (request) => worker.postMessage(request),
      terminate: () => worker.terminate(),
    }
  }, true)
}
