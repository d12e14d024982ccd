import type { Request, WorkerSettings } from './messages.ts'
import { createWorker } from './worker.ts'

// The first message has the settings; all others are requests.
globalThis.onmessage = ({ data }: MessageEvent<WorkerSettings>) => {
  const handle = createWorker(data, (response) => globalThis.postMessage(response))
  globalThis.onmessage = (event: MessageEvent<Request>) => handle(event.data)
}
