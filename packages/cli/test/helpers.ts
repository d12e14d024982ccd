import { seededBytes } from '@hokito/rules'
import type { ExitCode, Io } from '../src/io.ts'
import { run } from '../src/program.ts'

/** What a command did to the outside world. */
export interface Ran {
  readonly code: ExitCode
  readonly out: string
  readonly error: string
}

/** The outside world as a test wants it; by default piped, colourless and without input. */
export interface World {
  readonly input?: readonly string[]
  readonly isTerminal?: boolean
  readonly hasColor?: boolean
  readonly columns?: number
  readonly env?: Io['env']
  readonly interrupted?: AbortSignal
  readonly now?: Date
  /** Told whenever something was written, with everything written so far. */
  readonly onWrite?: (out: string) => void
  /** Settles when the reader of the output takes more. */
  readonly room?: () => Promise<void>
}

/** Runs the command line in a world of its own. */
export async function runHokito(args: readonly string[], world: World = {}): Promise<Ran> {
  const written = { out: '', error: '' }
  const io: Io = {
    write: (text) => {
      written.out += text
      world.onWrite?.(written.out)
    },
    room: world.room ?? (async () => undefined),
    writeError: (text) => {
      written.error += text
    },
    lines: () => each(world.input ?? []),
    input: () => each((world.input ?? []).map((line) => `${line}\n`)),
    prompt: (text) => {
      if (world.isTerminal === true) written.out += text
    },
    isTerminal: world.isTerminal ?? false,
    showsProgress: false,
    hasColor: world.hasColor ?? false,
    columns: () => world.columns,
    interrupted: world.interrupted ?? new AbortController().signal,
    env: world.env ?? {},
    now: () => world.now ?? new Date('2026-11-20T12:00:00Z'),
    randomBytes: seededBytes(1),
  }
  const code = await run(args, io)
  return { code, ...written }
}

/** {@link runHokito} with a text on standard input. */
export function hokito(args: readonly string[], input = ''): Promise<Ran> {
  return runHokito(args, { input: input === '' ? [] : input.replace(/\n$/, '').split('\n') })
}

/** A reader that takes the next text late, and counts the texts that did not wait for that. */
export function slowReader(): { readonly world: World; readonly early: number } {
  let isReady = true
  let early = 0
  const world: World = {
    onWrite: () => {
      if (!isReady) early++
      isReady = false
    },
    room: async () => {
      await new Promise((resolve) => setImmediate(resolve))
      isReady = true
    },
  }
  return {
    world,
    get early() {
      return early
    },
  }
}

// --- internal ---

async function* each(texts: readonly string[]): AsyncGenerator<string> {
  yield* texts
}
