import { parentPort } from 'node:worker_threads'
import { type PaintTask, paint } from './paint.ts'

/** A message of the thread about its current task. */
export type PaintNews =
  | { readonly kind: 'frame'; readonly done: number }
  | { readonly kind: 'done'; readonly bytes: Uint8Array<ArrayBuffer> }

if (parentPort === null) throw new Error('paint-thread.js runs as a worker thread only')
const port = parentPort
port.on('message', (task: PaintTask) => {
  const tell = (news: PaintNews) => port.postMessage(news)
  tell({ kind: 'done', bytes: paint(task, (done) => tell({ kind: 'frame', done })) })
})
