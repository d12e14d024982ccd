// @ts-check
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from './setup.mjs'

const scripts = readdirSync(join(ROOT, 'bench'), { recursive: true, encoding: 'utf8' })
  .map((file) => join('bench', file))
  .filter(
    (file) => file.endsWith('.mjs') && readFileSync(join(ROOT, file), 'utf8').includes('helpOn('),
  )

test('there are scripts that can say what they do', () => {
  expect(scripts.length).toBeGreaterThan(5)
})

test.each(scripts)('%s says what it can be asked for, and does nothing else', (script) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(ROOT, script), '--help'])
  expect([status, String(stderr)]).toEqual([0, ''])
  expect(String(stdout)).toMatch(/npm run|node bench/)
})
