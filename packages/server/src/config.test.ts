import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { secretOf } from './secret.ts'

describe('the settings', () => {
  test('have defaults for everything', () => {
    expect(readConfig({})).toEqual({
      ok: true,
      value: {
        host: 'localhost',
        port: 3000,
        dataFolder: resolve('data'),
        databaseFile: resolve('data/hokito.db'),
        secret: undefined,
        publicUrl: undefined,
        proxies: 0,
        logLevel: 'warn',
      },
    })
  })

  test.each([
    ['sqlite:/var/lib/hokito.db', '/var/lib/hokito.db'],
    ['sqlite:///var/lib/hokito.db', '/var/lib/hokito.db'],
    ['file:games.db', resolve('games.db')],
    ['', resolve('/srv/hokito.db')],
  ])('DATABASE_URL=%s is the file %s', (DATABASE_URL, file) => {
    const config = readConfig({ DATABASE_URL, HOKITO_DATA: '/srv' })
    expect(config.ok && config.value.databaseFile).toBe(file)
  })

  test.each(['postgres://hokito:secret@db:5432/hokito', 'postgresql:///hokito?sslmode=require'])(
    'DATABASE_URL=%s is a database and no file',
    (DATABASE_URL) => {
      expect(readConfig({ DATABASE_URL })).toMatchObject({
        value: { databaseUrl: DATABASE_URL, databaseFile: undefined },
      })
    },
  )

  test.each([
    ['#', 'postgres://hokito:12#34@db/hokito'],
    ['#', 'postgres://hokito:one#two@db/hokito'],
    ['@', 'postgres://hokito:one@two@db/hokito'],
    ['/', 'postgres://hokito:12/34@db/hokito'],
    ['/', 'postgres://hokito:one@two/three@db/hokito'],
    ['?', 'postgres://hokito:12?34@db/hokito'],
    ['%', 'postgres://hokito:50%zz@db/hokito'],
  ])('do not take a password for something else that has %s in it: %s', (character, url) => {
    expect(readConfig({ DATABASE_URL: url })).toEqual({
      ok: false,
      error: [{ variable: 'DATABASE_URL', code: 'unencodedAddress', character }],
    })
  })

  test.each([
    'postgres://hokito:12%2334%40@db/hokito',
    'postgres://db/hokito?user=anna@club',
    'postgres://hokito@%2Fvar%2Frun/hokito?sslmode=require&application_name=a@b',
  ])('take DATABASE_URL=%s as it is', (DATABASE_URL) => {
    expect(readConfig({ DATABASE_URL })).toMatchObject({ value: { databaseUrl: DATABASE_URL } })
  })

  const POSTGRES = { DATABASE_URL: 'postgres://db/hokito' }
  const SECRET = { HOKITO_SECRET: 's'.repeat(32) }
  test.each([
    ['redis://localhost:6379', { ...POSTGRES, ...SECRET }, []],
    ['rediss://anna:secret@redis.example/1', { ...POSTGRES, ...SECRET }, []],
    ['http://localhost:6379', { ...POSTGRES, ...SECRET }, ['badRedis']],
    ['redis://localhost', POSTGRES, ['secretMissing']],
    ['redis://localhost', SECRET, ['redisNeedsPostgres']],
  ])('share a database by REDIS_URL=%s with %o, or say %o', (REDIS_URL, env, codes) => {
    const config = readConfig({ REDIS_URL, ...env })
    expect(config.ok ? [] : config.error.map(({ code }) => code)).toEqual(codes)
    if (config.ok) expect(config.value.redisUrl).toBe(REDIS_URL)
  })

  test('give the metrics an address of their own, on this machine unless said otherwise', () => {
    const metricsOf = (env: Record<string, string>) => {
      const config = readConfig(env)
      return config.ok && config.value.metrics
    }
    expect(metricsOf({ HOKITO_METRICS_PORT: '9100' })).toEqual({ host: 'localhost', port: 9100 })
    const elsewhere = { HOKITO_METRICS_PORT: '9100', HOKITO_METRICS_HOST: '10.0.0.1' }
    expect(metricsOf(elsewhere)).toEqual({ host: '10.0.0.1', port: 9100 })
    expect(metricsOf({ HOKITO_METRICS_HOST: '10.0.0.1' })).toBeUndefined()
    expect(readConfig({ HOKITO_METRICS_TOKEN: 'short' })).toEqual({
      ok: false,
      error: [{ variable: 'HOKITO_METRICS_TOKEN', code: 'shortToken' }],
    })
  })

  test('that are wrong are all named at once', () => {
    const config = readConfig({
      PORT: '1e3',
      HOKITO_URL: 'ftp://x',
      HOKITO_SECRET: 'short',
      HOKITO_PROXIES: '-1',
      LOG_LEVEL: 'loud',
      DATABASE_URL: 'postgres://host:no-port/db',
    })
    expect(config.ok ? [] : config.error.map(({ code }) => code)).toEqual([
      'badPort',
      'badUrl',
      'shortSecret',
      'badProxies',
      'badLogLevel',
      'badDatabase',
    ])
  })
})

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
