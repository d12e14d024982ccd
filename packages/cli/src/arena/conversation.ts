import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { err, ok, type Result } from '@hokito/rules'
import { describeSystemError } from '../system-error.ts'

/** Why no line arrived: time was up, or the program has ended. `why` includes its last message. */
export type Silence =
  | { readonly kind: 'timeout' }
  | { readonly kind: 'ended'; readonly why: string }

/** A running program that reads and writes lines. */
export interface Conversation {
  say(line: string): void
  /**
   * The next line that `accepts` accepts. It ignores other lines. Only one call may wait at a time.
   */
  hear(accepts: (line: string) => boolean, withinMs: number): Promise<Result<string, Silence>>
  /** Sends `quit`, and kills the program if it does not end by itself. */
  close(): Promise<void>
}

/** Starts a program. If it cannot be started, the first {@link Conversation.hear} reports that. */
export function converse(words: readonly string[]): Conversation {
  const [program = '', ...args] = words
  // In a process group of its own, so that Ctrl-C does not end it during a game, which it would
  // then lose.
  const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'pipe'], detached: true })
  let waiting: Waiting | undefined
  let ended: Silence | undefined
  let complaints = ''

  function settle(heard: Result<string, Silence>): void {
    const settled = waiting
    waiting = undefined
    if (settled === undefined) return
    clearTimeout(settled.timer)
    settled.resolve(heard)
  }
  function end(why: string): void {
    const last = complaints.trim().split('\n').at(-1) ?? ''
    ended ??= { kind: 'ended', why: last === '' ? why : `${why}: ${last}` }
    settle(err(ended))
  }

  child.on('error', (error) => end(whyNotStarted(error)))
  child.on('close', (code, signal) =>
    end(signal === null ? `it exited with code ${code}` : `it was ended by ${signal}`),
  )
  // Writing to a program that has ended fails here. The event `close` reports its end.
  child.stdin.on('error', () => undefined)
  child.stderr.setEncoding('utf8').on('data', (piece: string) => {
    complaints = (complaints + piece).slice(-KEPT_COMPLAINTS)
  })
  createInterface({ input: child.stdout }).on('line', (line) => {
    if (waiting?.accepts(line) === true) settle(ok(line))
  })

  return {
    say: (line) => void child.stdin.write(`${line}\n`),
    hear: (accepts, withinMs) =>
      new Promise((resolve) => {
        if (ended !== undefined) return resolve(err(ended))
        const timer = setTimeout(() => settle(err({ kind: 'timeout' })), withinMs)
        waiting = { accepts, resolve, timer }
      }),
    close: async () => {
      settle(err({ kind: 'ended', why: 'it was closed' }))
      if (ended === undefined) await dismiss(child)
    },
  }
}

// --- internal ---

interface Waiting {
  readonly accepts: (line: string) => boolean
  readonly resolve: (heard: Result<string, Silence>) => void
  readonly timer: NodeJS.Timeout
}

/** The system looks for a program by its name, so a missing one is not an error about a file. */
function whyNotStarted(error: NodeJS.ErrnoException): string {
  return error.code === 'ENOENT' ? 'there is no such command' : describeSystemError(error)
}

/** Asks a program to end, and kills it if it does not. */
async function dismiss(child: ChildProcessWithoutNullStreams): Promise<void> {
  const gone = new Promise<void>((resolve) => child.once('close', () => resolve()))
  child.stdin.write('quit\n')
  const impatience = setTimeout(() => child.kill('SIGKILL'), PATIENCE_MS)
  await gone
  clearTimeout(impatience)
}

/** Characters of standard error that are kept to explain why a program ended. */
const KEPT_COMPLAINTS = 2000
/** How long a program may take to obey `quit`. */
const PATIENCE_MS = 1000
