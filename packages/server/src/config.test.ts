import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { PUSH_HOSTS } from './notify/push/push-hosts.ts'

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
        houseLevels: [1, 3, 5, 7, 9],
        arenaHour: 18,
        push: { hosts: PUSH_HOSTS, contact: undefined },
      },
    })
  })

  test.each([
    ['0', [], undefined],
    ['10,2,2', [10, 2], undefined],
    ['11', undefined, 'badLevels'],
    ['1,', undefined, 'badLevels'],
    ['none', undefined, 'badLevels'],
  ])('reads the levels of the house from %s', (text, levels, code) => {
    const config = readConfig({ HOKITO_HOUSE_BOTS: text })
    if (code === undefined) expect(config.ok && config.value.houseLevels).toEqual(levels)
    else expect(config.ok ? [] : config.error).toMatchObject([{ code }])
  })

  test.each([
    ['0', [], undefined],
    ['push.example.com, *.up.example.com', ['push.example.com', '*.up.example.com'], undefined],
    ['https://push.example.com', undefined, 'badHosts'],
    ['*', undefined, 'badHosts'],
    ['*.com:8080', undefined, 'badHosts'],
    ['127.0.0.1', undefined, 'badHosts'],
    ['localhost', undefined, 'badHosts'],
  ])('reads where to notify from %s', (text, hosts, code) => {
    const config = readConfig({ HOKITO_PUSH_HOSTS: text })
    if (code === undefined) expect(config.ok && config.value.push.hosts).toEqual(hosts)
    else expect(config.ok ? [] : config.error).toMatchObject([{ code }])
  })

  test.each([
    ['node-1', true],
    ['Node', false],
    ['a/b', false],
    ['n'.repeat(33), false],
  ])('reads the name of a node from %s', (text, isGood) => {
    const config = readConfig({ HOKITO_NODE: text })
    if (isGood) expect(config.ok && config.value.node).toBe(text)
    else expect(config.ok ? [] : config.error).toMatchObject([{ code: 'badNode' }])
  })

  test.each([
    ['mailto:owner@hokito.example', true],
    ['https://hokito.example/contact', true],
    ['owner@hokito.example', false],
    ['http://hokito.example', false],
  ])('reads to whom push services complain from %s', (text, isGood) => {
    const config = readConfig({ HOKITO_PUSH_CONTACT: text })
    if (isGood) expect(config.ok && config.value.push.contact).toBe(text)
    else expect(config.ok ? [] : config.error).toMatchObject([{ code: 'badContact' }])
  })

  test.each([
    ['smtp://mail.example', 'hokito@hokito.example', { name: 'Hokito' }],
    ['smtps://anna:p%40ss@mail.example:465', 'Anna B. <a@b.example>', { name: 'Anna B.' }],
  ])('sends letters by %s from %s', (HOKITO_SMTP_URL, HOKITO_MAIL_FROM, from) => {
    const env = { HOKITO_SMTP_URL, HOKITO_MAIL_FROM, HOKITO_URL: 'https://hokito.example' }
    const config = readConfig(env)
    expect(config.ok && config.value.mail).toMatchObject({ url: HOKITO_SMTP_URL, from })
    expect(readConfig({ ...env, HOKITO_SMTP_URL: '' })).toMatchObject({ ok: true })
  })

  test.each([
    ['mail.example:25', 'a@b.example', 'https://a.example', ['badSmtp']],
    ['http://mail.example', 'a@b.example', 'https://a.example', ['badSmtp']],
    ['smtp://', 'a@b.example', 'https://a.example', ['badSmtp']],
    ['smtp://anna:p@ss@mail.example', 'a@b.example', 'https://a.example', ['unencodedAddress']],
    ['smtp://mail.example', '', 'https://a.example', ['badMailFrom']],
    ['smtp://mail.example', 'Anna', 'https://a.example', ['badMailFrom']],
    ['smtp://mail.example', 'A <a@b.example>, <c@d.example>', 'https://a.example', ['badMailFrom']],
    ['smtp://mail.example', 'A\r\nBcc: x <a@b.example>', 'https://a.example', ['badMailFrom']],
    ['smtp://mail.example', 'a@b.example', '', ['mailNeedsUrl']],
    ['smtp:', '', '', ['badSmtp', 'badMailFrom', 'mailNeedsUrl']],
  ])('says what is wrong with %j, %j and %j', (url, from, publicUrl, codes) => {
    const config = readConfig({
      HOKITO_SMTP_URL: url,
      HOKITO_MAIL_FROM: from,
      HOKITO_URL: publicUrl,
    })
    expect(config.ok ? [] : config.error.map(({ code }) => code)).toEqual(codes)
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
