// @ts-check
/**
 * `node bench/cli/start.mjs`: how long the command line takes until it answers, from the start of its process, as the
 * median of twenty; beside Node alone, which cannot be gone below.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { ROOT, tell } from '../../scripts/setup.mjs'

const RUNS = 20
const HOKITO = join(ROOT, 'packages/cli/bin/hokito.mjs')

await report('node', ['--print', '"ready"'], 'ready')
await report('hokito --version', [HOKITO, '--version'], '.')
await report('hokito ugi', [HOKITO, 'ugi'], 'ugiok')

/**
 * @param {string} name
 * @param {readonly string[]} args of Node
 * @param {string} answer what is waited for on its output
 */
async function report(name, args, answer) {
  const times = []
  for (let run = 0; run < RUNS; run++) times.push(await timeOf(args, answer))
  times.sort((a, b) => a - b)
  const [fastest = 0, median = 0, slowest = 0] = [times[0], times[RUNS / 2], times.at(-1)]
  const range = `${fastest.toFixed(0)} to ${slowest.toFixed(0)}`
  tell(`${name.padEnd(18)} ${median.toFixed(0).padStart(4)} ms  (${range})`)
}

/**
 * Milliseconds from the start of a process to its answer.
 * @param {readonly string[]} args
 * @param {string} answer
 */
async function timeOf(args, answer) {
  const startedAt = performance.now()
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] })
  const ended = once(child, 'exit')
  child.stdin.write('ugi\n')
  let output = ''
  for await (const piece of child.stdout) {
    output += String(piece)
    if (output.includes(answer)) break
  }
  const elapsedMs = performance.now() - startedAt
  child.kill()
  await ended
  if (!output.includes(answer)) throw new Error(`${args.join(' ')} did not answer ${answer}`)
  return elapsedMs
}
