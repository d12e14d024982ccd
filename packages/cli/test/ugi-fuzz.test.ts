import { spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { createUgiSession, type Engine } from '@hokito/engine'
import { startEngine } from '@hokito/engine/node'
import { randomIndex, seededBytes } from '@hokito/rules'
import { afterAll, expect, test } from 'vitest'
import { flawOf, scriptOf, type UgiScript } from './ugi-scripts.ts'

/**
 * Random conversations: every `go` has its one answer, in order, every `isready` its `readyok`, nothing is an error,
 * and leaving ends with exit code 0. `HOKITO_UGI_SESSIONS=10000` makes it a long run; `HOKITO_UGI_SEED` begins
 * elsewhere.
 */
const SESSIONS = Number(process.env.HOKITO_UGI_SESSIONS ?? 30)
const FIRST_SEED = Number(process.env.HOKITO_UGI_SEED ?? 0)
/** A process costs as much as many sessions within this one. */
const PROCESSES = Math.ceil(SESSIONS / 15)
const BIN = fileURLToPath(new URL('../bin/hokito.mjs', import.meta.url))

const engine = startEngine()
afterAll(() => engine.close())

test(`${SESSIONS} sessions from seed ${FIRST_SEED} on`, async () => {
  for (let seed = FIRST_SEED; seed < FIRST_SEED + SESSIONS; seed++) {
    const script = scriptOf(seed)
    const lines = await converse(engine, script, seed)
    expect(flawOf(script, lines), told(seed, script, lines)).toBeUndefined()
  }
}, 3_600_000)

test(`${PROCESSES} processes from seed ${FIRST_SEED} on`, async () => {
  for (let seed = FIRST_SEED; seed < FIRST_SEED + PROCESSES; seed++) {
    const script = scriptOf(seed)
    const { code, lines } = await run(script, seed)
    const about = told(seed, script, lines)
    expect(code, about).toBe(0)
    // A signal comes before everything was read, so that later lines need no answer.
    const flaw = isInterrupted(seed)
      ? lines.find((line) => line.startsWith('error'))
      : flawOf(script, lines)
    expect(flaw, about).toBeUndefined()
  }
}, 3_600_000)

// --- internal ---

/** What a session within this process writes. */
async function converse(
  engine: Engine,
  { bursts }: UgiScript,
  seed: number,
): Promise<readonly string[]> {
  const randomBytes = seededBytes(seed)
  const lines: string[] = []
  const session = createUgiSession({ engine, name: 'test', write: (line) => lines.push(line) })
  for (const burst of bursts) {
    for (const line of burst) session.handle(line)
    await session.room()
    await pause(randomIndex(4, randomBytes))
  }
  session.end()
  await session.finished
  return lines
}

/** Nothing, a turn of the event loop, or a moment in which a search gets under way or comes to its end. */
async function pause(length: number): Promise<void> {
  if (length === 1) await new Promise((resolve) => setImmediate(resolve))
  if (length > 1) await sleep(length - 1)
}

/** Every third process is ended by a signal. */
function isInterrupted(seed: number): boolean {
  return seed % 3 === 2
}

/** What `hokito ugi` writes, and how it ends. Its input comes in pieces that end anywhere. */
async function run(
  { bursts }: UgiScript,
  seed: number,
): Promise<{ readonly code: number | string | null; readonly lines: readonly string[] }> {
  const randomBytes = seededBytes(seed)
  const child = spawn(process.execPath, [BIN, 'ugi'], { stdio: ['pipe', 'pipe', 'inherit'] })
  let out = ''
  child.stdout.setEncoding('utf8').on('data', (piece: string) => {
    out += piece
  })
  // It may be gone before it has read everything.
  child.stdin.on('error', () => undefined)
  const closed = new Promise<number | string | null>((resolve) =>
    child.on('close', (code, signal) => resolve(code ?? signal)),
  )
  let left = `${bursts.map((burst) => burst.map((line) => `${line}\n`).join('')).join('')}`
  if (isInterrupted(seed)) {
    left = `ugi\n${left.replace(/quit\n$/, '')}`
    child.stdout.once('data', () =>
      sleep(randomIndex(100, randomBytes)).then(() => child.kill('SIGTERM')),
    )
  }
  while (left !== '') {
    const length = 1 + randomIndex(60, randomBytes)
    child.stdin.write(left.slice(0, length))
    left = left.slice(length)
    await pause(randomIndex(4, randomBytes))
  }
  if (!isInterrupted(seed)) child.stdin.end()
  const code = await closed
  return { code, lines: out.split('\n').filter((line) => line !== '') }
}

function told(seed: number, { bursts }: UgiScript, lines: readonly string[]): string {
  return `seed ${seed}\n${bursts.map((burst) => burst.join('\n')).join('\n\n')}\n---\n${lines.join('\n')}`
}
