import { setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { type PaintTask, paint } from './paint.ts'

/** A message of the thread about its current task. */
export type PaintNews =
  | { readonly kind: 'frame'; readonly done: number }
  | { readonly kind: 'done'; readonly bytes: Uint8Array<ArrayBuffer> }

/** A `nice` value; 0 is usual, and 19 comes last. */
const GIVING_WAY = 10

if (parentPort === null) throw new Error('paint-thread.js runs as a worker thread only')
const port = parentPort
// Behind players' moves when processors are few. Elsewhere this would concern the whole process.
if (process.platform === 'linux') setPriority(GIVING_WAY)
port.on('message', (task: PaintTask) => {
  const tell = (news: PaintNews) => port.postMessage(news)
  tell({ kind: 'done', bytes: paint(task, (done) => tell({ kind: 'frame', done })) })
})
