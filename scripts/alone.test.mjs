// @ts-check
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
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

test.each([
  { found: 'vanished', isGone: true },
  { found: 'stale', isGone: false },
])('a lock that was taken since it was found $found stays', async ({ isGone }) => {
  const lock = join(folder, 'busy')
  const ended = fork(program())
  ended.kill('SIGKILL')
  await once(ended, 'exit')
  writeFileSync(lock, String(ended.pid))
  // Another process, this one, takes the lock at the moment when the program has read it.
  const meanwhile = join(folder, 'meanwhile.mjs')
  const file = JSON.stringify(lock)
  writeFileSync(
    meanwhile,
    `import fs from 'node:fs'
     import { syncBuiltinESMExports } from 'node:module'
     const read = fs.readFileSync
     fs.readFileSync = (...args) => {
       if (args[0] !== ${file}) return read(...args)
       fs.readFileSync = read
       syncBuiltinESMExports()
       if (${isGone}) fs.rmSync(${file})
       try {
         return read(...args)
       } finally {
         fs.rmSync(${file}, { force: true })
         fs.writeFileSync(${file}, '${process.pid}')
       }
     }
     syncBuiltinESMExports()`,
  )
  const child = fork(program(), {
    execArgv: ['--import', pathToFileURL(meanwhile).href],
    silent: true,
  })
  const exit = once(child, 'exit')
  const [said] = await Promise.race([once(child.stdout ?? child, 'data'), exit])
  expect(String(said)).toContain(`Waiting for process ${process.pid}`)
  expect(readFileSync(lock, 'utf8')).toBe(String(process.pid))
  rmSync(lock)
  await exit
  expect(readFileSync(join(folder, 'log'), 'utf8')).toBe('begin end ')
})

test('a task that fails lets the next one go on', async () => {
  const file = join(folder, 'busy')
  const fail = () => Promise.reject(new Error('no disk'))
  await expect(alone(file, fail)).rejects.toThrow('no disk')
  expect(await alone(file, () => 'done')).toBe('done')
})
