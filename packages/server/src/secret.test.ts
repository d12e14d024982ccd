import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { secretOf } from './secret.ts'

test('the secret is made once, also by two first starts at the same time', async () => {
  const dataFolder = await mkdtemp(join(tmpdir(), 'hokito-secret-'))
  const config = readConfig({ HOKITO_DATA: dataFolder })
  if (!config.ok) throw new Error('these settings are right')
  const [first, second] = await Promise.all([secretOf(config.value), secretOf(config.value)])
  expect(first.ok && first.value).toMatch(/^[0-9a-f]{64}$/)
  expect(second).toEqual(first)
  expect(await readdir(dataFolder)).toEqual(['secret'])
  expect(await Promise.all([secretOf(config.value), secretOf(config.value)])).toEqual([
    first,
    first,
  ])
  expect(await secretOf({ ...config.value, secret: 'x'.repeat(32) })).toEqual({
    ok: true,
    value: 'x'.repeat(32),
  })
  await rm(dataFolder, { recursive: true })
})
