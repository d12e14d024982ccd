import { parentPort, workerData } from 'node:worker_threads'
import type { Request } from './messages.ts'
import { createWorker } from './worker.ts'

if (parentPort === null) throw new Error('node-worker.js runs as a worker thread only')
const port = parentPort
const handle = createWorker(workerData, (response) => port.postMessage(response))
port.on('message', (request: Request) => handle(request))
