import { fileURLToPath } from 'node:url'
import { type ApiOwnGame, follow, HokitoClient } from '@hokito/client'
import { formatMove, legalMoves, parsePosition } from '@hokito/rules'
import { describe, expect, test } from 'vitest'
import { tokenOf } from '../../server/test/helpers/account.ts'
import { kept } from '../../server/test/helpers/kept.ts'
import { Page } from '../../server/test/helpers/page.ts'
import { startTestServer, UNLIMITED_ADDRESS } from '../../server/test/helpers/server.ts'
import { runHokito, type World } from './helpers.ts'

const ODD = fileURLToPath(new URL('odd-engine.mjs', import.meta.url))
const odd = (habit: string) => `node "${ODD}" ${habit}`
const SCOPES = ['games:read', 'challenges:write', 'games:play'] as const
const TERMS = {
  setup: { kind: 'standard' },
  endRule: 'either',
  timeControl: { kind: 'fischer', initialSeconds: 300, incrementSeconds: 3 },
  allowsTakebacks: false,
  games: 2,
} as const

const server = kept(() =>
  startTestServer({
    limits: { ...UNLIMITED_ADDRESS, burst: 100_000, perSecond: 100_000 },
  }),
)

/** Runs `hokito bot` for a new account until it ends by itself or the test stops it. */
async function startBot(name: string, args: readonly string[], world: World = {}) {
  const token = await tokenOf(server.url, name, SCOPES)
  const stop = new AbortController()
  const ran = runHokito(['bot', '--server', server.url, '--become-bot', ...args], {
    env: { HOKITO_TOKEN: token },
    interrupted: stop.signal,
    ...world,
  })
  const client = new HokitoClient({ server: server.url, token })
  await expect
    .poll(async () => (await client.account()).isBot === true, { timeout: 20_000 })
    .toBe(true)
  return { ran, stop, client, token }
}

/** A bot account that plays the first possible move; calls back when one of its games has ended. */
async function opponent(name: string, onOver: (game: ApiOwnGame) => void = () => undefined) {
  const token = await tokenOf(server.url, name, SCOPES)
  const client = new HokitoClient({ server: server.url, token })
  await client.becomeBot()
  const stop = new AbortController()
  const opened = new Promise<void>((resolve) => {
    void (async () => {
      for await (const event of follow(client, { signal: stop.signal, onOpen: resolve })) {
        if (event.type !== 'game') continue
        const { game } = event
        if (game.phase === 'over') onOver(game)
        if (game.task === 'share') await client.share(game.id, '0d'.repeat(16))
        if (game.task === 'move') await client.move(game.id, game.moves.length, firstMove(game))
      }
    })()
  })
  await opened
  return { client, stop }
}

function firstMove({ position = '', terms }: ApiOwnGame): string {
  const parsed = parsePosition(position, terms.endRule)
  const [move] = parsed.ok ? legalMoves(parsed.value) : []
  if (move === undefined) throw new Error(`there is no move in ${position}`)
  return formatMove(move)
}

describe('bot', () => {
  test('plays games to their ends with an outside engine, several at a time', async () => {
    const over: ApiOwnGame[] = []
    const other = await opponent('Opponentia', (game) => over.push(game))
    const args = ['--engine', odd('plain'), '--games', '2', '--engines', '2', '--stop-after', '4']
    const bot = await startBot('Automata', args)
    await expect
      .poll(async () => {
        try {
          for (let n = 0; n < 2; n++) {
            await other.client.challenge({ terms: TERMS, opponent: 'Automata' })
          }
          return true
        } catch {
          return false
        }
      })
      .toBe(true)
    const { code, out } = await bot.ran
    expect(code, out).toBe(0)
    // The other side may hear of the last end a moment later.
    await expect.poll(() => new Set(over.map(({ id }) => id)).size).toBe(4)
    other.stop.abort()
    for (const { ending } of over) expect(ending?.kind).toBe('stuck')
    expect(out).toContain('Playing as bot Automata')
    expect(out.match(/is over: (won|lost|drawn)/g)).toHaveLength(4)
  })

  test('plays at a level, and keeps a match open in the lobby until it is stopped', async () => {
    const { ran, stop, client } = await startBot('Seekeria', [
      ...['--level', '1', '--seek', '300+3', '--games', '1'],
    ])
    const own = async () => (await client.challenges()).own
    await expect.poll(own, { timeout: 20_000 }).toHaveLength(1)
    const [open] = await own()
    expect(open).toMatchObject({ isListed: true, terms: TERMS })
    const page = await Page.open(server.url)
    const { id } = open ?? { id: '' }
    const taken = await page.send({
      type: 'acceptChallenge',
      id: 'command-1' as never,
      challenge: id as never,
    })
    const game = 'started' in taken ? taken.started : expect.fail(JSON.stringify(taken))
    await page.openGame(game)
    await page.command(game, 'share', { share: '0e'.repeat(16) })
    const view = await page.sees(game, ({ deal }) => deal !== undefined)
    // Black begins. A bot that plays Black moves by itself.
    if (view.seats.black.isBot) await page.sees(game, ({ moves }) => moves.length === 1)
    stop.abort()
    expect((await ran).code).toBe(0)
    expect(await own()).toEqual([])
    page.close()
  })

  test('declines what it does not play', async () => {
    const other = await opponent('Declinia')
    const { ran, stop } = await startBot('Choosia', ['--level', '1', '--accept', 'correspondence'])
    const listed = async () => (await other.client.challenges()).own
    await expect
      .poll(async () => {
        try {
          return (await other.client.challenge({ terms: TERMS, opponent: 'Choosia' })).id
        } catch {
          return ''
        }
      })
      .not.toBe('')
    await expect.poll(listed).toEqual([])
    stop.abort()
    other.stop.abort()
    expect((await ran).out).toContain('declined, it plays only correspondence')
  })

  test('accepts no more challenges than it has room for, however many wait for it', async () => {
    const clientOf = (token: string) => new HokitoClient({ server: server.url, token })
    const token = await tokenOf(server.url, 'Singula', SCOPES)
    await clientOf(token).becomeBot()
    // It makes challenges but never plays, so that no game ends.
    const other = clientOf(await tokenOf(server.url, 'Manifolda', SCOPES))
    await other.becomeBot()
    const terms = {
      ...TERMS,
      timeControl: { kind: 'correspondence', daysPerMove: 2 },
      games: 1,
    } as const
    for (let n = 0; n < 3; n++) await other.challenge({ terms, opponent: 'Singula' })
    const args = ['--server', server.url, '--token', token, '--level', '1', '--games', '1']
    const answers = async (count: number) => {
      const stop = new AbortController()
      let heard: readonly string[] = []
      const onWrite = (out: string) => {
        heard = out.match(/challenges: .*/g) ?? []
      }
      const ran = runHokito(['bot', ...args], { interrupted: stop.signal, onWrite })
      await expect.poll(() => heard).toHaveLength(count)
      stop.abort()
      await ran
      return heard.toSorted()
    }
    const declined = 'challenges: declined, it already plays 1 games.'
    expect(await answers(3)).toEqual(['challenges: accepted.', declined, declined])
    // After a restart, the running game counts as well.
    await other.challenge({ terms, opponent: 'Singula' })
    expect(await answers(1)).toEqual([declined])
  })

  test('resigns where the engine gives no move, and goes on', async () => {
    const over: ApiOwnGame[] = []
    const other = await opponent('Patientia', (game) => over.push(game))
    const args = ['--engine', odd('cheat'), '--time', '0.1', '--stop-after', '2']
    const bot = await startBot('Cheatia', args)
    await expect
      .poll(() =>
        other.client.challenge({ terms: TERMS, opponent: 'Cheatia' }).then(
          () => true,
          () => false,
        ),
      )
      .toBe(true)
    const { code, out } = await bot.ran
    other.stop.abort()
    expect(code).toBe(0)
    expect(out).toContain('which is not possible')
    expect(out.match(/is over: lost/g)).toHaveLength(2)
  })

  test('comes back when the server was away', async () => {
    const { ran, stop, client } = await startBot('Returnia', ['--level', '1', '--seek', '2d'])
    const own = async () => (await client.challenges()).own.length
    await expect.poll(own, { timeout: 20_000 }).toBe(1)
    await server.restart()
    const other = await opponent('Waitia')
    await expect
      .poll(
        async () => {
          const { seeks } = await other.client.seeks()
          return seeks.some(({ challenger }) => challenger.name === 'Returnia')
        },
        { timeout: 20_000 },
      )
      .toBe(true)
    // The bot is online again, so it can be challenged to a live game.
    await expect
      .poll(
        () =>
          other.client.challenge({ terms: TERMS, opponent: 'Returnia' }).then(
            () => true,
            () => false,
          ),
        { timeout: 20_000 },
      )
      .toBe(true)
    stop.abort()
    other.stop.abort()
    const { code, out } = await ran
    expect(code).toBe(0)
    expect(out).toContain('Connection lost')
  })

  test('says what is missing or wrong, in a sentence', async () => {
    const url = server.url
    const cases = [
      [['bot', '--server', url], 2, 'HOKITO_TOKEN is not set'],
      [['bot', '--server', 'nowhere', '--token', 'x'], 2, '--server must be an address'],
      [['bot', '--server', url, '--token', 'x'], 1, 'There is no such token'],
      [['bot', '--server', url, '--token', 'x', '--level', '11'], 2, '--level'],
      [
        ['bot', '--server', url, '--token', 'x', '--level', '3', '--engine', 'e'],
        2,
        'leave it out',
      ],
      [['bot', '--server', url, '--token', 'x', '--seek', '5min'], 2, 'like 300+3 or 2d'],
      [['bot', '--server', 'http://127.0.0.1:9', '--token', 'x'], 1, 'does not answer'],
    ] as const
    for (const [args, code, words] of cases) {
      const ran = await runHokito(args)
      expect([ran.code, ran.error]).toEqual([code, expect.stringContaining(words)])
    }
    const token = await tokenOf(url, 'Humania', SCOPES)
    const human = await runHokito(['bot', '--server', url, '--token', token])
    expect([human.code, human.error]).toEqual([1, expect.stringContaining('--become-bot')])
    const weak = await tokenOf(url, 'Weakia', ['games:play'])
    const ran = await runHokito(['bot', '--server', url, '--token', weak, '--become-bot'])
    expect([ran.code, ran.error]).toEqual([1, expect.stringContaining('games:read')])
  })
})
