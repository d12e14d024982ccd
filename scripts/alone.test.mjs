// @ts-check
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { alone } from './alone.mjs'
import { ROOT } from './setup.mjs'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hokito-alone-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const BUSY_MS = 100

/** A process that writes "begin" and "end" around a task. */
function program() {
  const file = join(folder, 'program.mjs')
  const module = JSON.stringify(join(ROOT, 'scripts', 'alone.mjs'))
  const [lock, log] = ['busy', 'log'].map((name) => JSON.stringify(join(folder, name)))
  writeFileSync(
    file,
    `import { appendFileSync } from 'node:fs'
     import { alone } from ${module}
     import { setTimeout } from 'node:timers/promises'
     await alone(${lock}, async () => {
       appendFileSync(${log}, 'begin ')
       await setTimeout(${BUSY_MS})
       appendFileSync(${log}, 'end ')
     })`,
  )
  return file
}

test('processes that set up at the same time take turns', async () => {
  const file = program()
  const running = Array.from({ length: 4 }, () => fork(file, { execArgv: [], silent: true }))
  const codes = await Promise.all(running.map((child) => once(child, 'exit')))
  expect(codes.map(([code]) => code)).toEqual([0, 0, 0, 0])
  expect(readFileSync(join(folder, 'log'), 'utf8')).toBe('begin end '.repeat(4))
})

test('a process that was killed holds nobody up', async () => {
  const child = fork(program(), { execArgv: [], silent: true })
  child.kill('SIGKILL')
  await once(child, 'exit')
  const file = join(folder, 'busy')
  writeFileSync(file, String(child.pid))
  expect(await alone(file, () => 'done')).toBe('done')
})

test('a task that fails lets the next one go on', async () => {
  const file = join(folder, 'busy')
  const fail = () => Promise.reject(new Error('no disk'))
  await expect(alone(file, fail)).rejects.toThrow('no disk')
  expect(await alone(file, () => 'done')).toBe('done')
})
