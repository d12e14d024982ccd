import type { Challenge, ChallengeId, PlayerCard, PlayerId, TimeControl } from '@hokito/protocol'
import { ok } from '@hokito/rules'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { challengeId, playerId } from '../../test/helpers/ids.ts'
import { PEACEFUL } from '../../test/helpers/lobby.ts'
import { newGame } from '../game/new-game.ts'
import { SYSTEM_CHANCE } from '../ground/chance.ts'
import { IN_MEMORY, openDatabase } from '../store/database.ts'
import { ChallengeStore } from './challenge-store.ts'
import { EventStream } from './events.ts'
import { Lobby } from './lobby.ts'

const PLAYERS: readonly PlayerCard[] = Array.from({ length: 5 }, (_, n) => ({
  id: playerId(`player00000${n}`),
  name: `Player ${n}`,
}))
const TIMES: readonly TimeControl[] = [
  { kind: 'fischer', initialSeconds: 180, incrementSeconds: 2 },
  { kind: 'correspondence', daysPerMove: 2 },
]

const step = fc.record({
  kind: fc.constantFrom('pair', 'pair', 'accept', 'withdraw', 'leave'),
  player: fc.nat(PLAYERS.length - 1),
  time: fc.nat(TIMES.length - 1),
  /** Index of one of the challenges made so far. */
  challenge: fc.nat(20),
  /** After how many turns of the event loop the step runs. */
  after: fc.nat(3),
})
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

/** Whether a game is stored, and after how many turns of the event loop. */
const fate = fc.record({ isStored: fc.boolean(), turns: fc.nat(3) })
type Fate = typeof fate extends fc.Arbitrary<infer T> ? T : never
const SMOOTH: Fate = { isStored: true, turns: 0 }
const rounds = fc.array(fc.array(step, { maxLength: 8 }), { maxLength: 5 })

interface Begun {
  readonly challenge: Challenge
  readonly players: readonly PlayerId[]
}

/** Runs a task on a lobby with a database of its own. */
async function withLobby(task: (lobby: Lobby, world: World) => Promise<void>): Promise<void> {
  const database = await openDatabase(IN_MEMORY)
  try {
    for (const { id, name } of PLAYERS) {
      const row = { id, name, nameKey: name, createdAt: 0 }
      await database.db.insertInto('players').values(row).execute()
    }
    const rows = async () => {
      const all = await database.db.selectFrom('challenges').select('id').execute()
      return all.map(({ id }) => id).sort()
    }
    const world: World = { begun: [], fates: [], rows }
    await task(lobbyIn(world, new ChallengeStore(database.db, expect.fail)), world)
  } finally {
    await database.close()
  }
}

/** The lobby's surroundings and the results. */
interface World {
  readonly begun: Begun[]
  /** The fates of the next games, in order. Afterwards every game is stored. */
  readonly fates: Fate[]
  /** Ids of the challenges on the disk. */
  readonly rows: () => Promise<readonly string[]>
}

function lobbyIn(world: World, store: ChallengeStore): Lobby {
  return new Lobby({
    ...PEACEFUL,
    store,
    chance: SYSTEM_CHANCE,
    now: () => 1000,
    isHere: () => true,
    countRunning: async () => 0,
    events: new EventStream(),
    begin: async (challenge, seats) => {
      const { isStored, turns } = world.fates.shift() ?? SMOOTH
      await later(turns)
      if (!isStored) throw new Error('the disk is full')
      world.begun.push({ challenge, players: [seats.black.id, seats.white.id] })
      const { terms } = challenge
      const agreement = { terms, seats, isByLot: true, kept: undefined, now: 1000 }
      return ok(newGame({ ...agreement, fresh: SYSTEM_CHANCE.fresh() }).game)
    },
  })
}

/** Runs one step and returns the challenge with which its player then waits. */
async function run(
  lobby: Lobby,
  step: Step,
  made: readonly ChallengeId[],
): Promise<ChallengeId | undefined> {
  const player = PLAYERS[step.player] ?? expect.fail()
  const id = made[step.challenge % Math.max(1, made.length)] ?? challengeId('none')
  switch (step.kind) {
    case 'pair': {
      const paired = await lobby.pair(player, TIMES[step.time] ?? expect.fail())
      return paired.ok && 'challenge' in paired.value ? paired.value.challenge.id : undefined
    }
    case 'accept':
      await lobby.accept(player, id)
      return undefined
    case 'withdraw':
      await lobby.withdraw(player.id, id)
      return undefined
    default:
      await lobby.leave(player.id)
      return undefined
  }
}

test('steps one after another do what a list that is searched from its beginning would', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 30 }), (steps) =>
      withLobby(async (lobby, world) => {
        const made: ChallengeId[] = []
        let list: { id: ChallengeId; player: number; time: number }[] = []
        for (const each of steps) {
          const { player, time } = each
          const mine = list.find((one) => one.player === player && one.time === time)
          const match = list.find((one) => one.player !== player && one.time === time)
          const target = list.find(({ id }) => id === made[each.challenge % made.length])
          const games = world.begun.length
          const id = await run(lobby, each, made)
          let taken: (typeof list)[number] | undefined
          if (each.kind === 'pair' && mine !== undefined) expect(id).toBe(mine.id)
          else if (each.kind === 'pair') taken = match
          else if (each.kind === 'accept' && target?.player !== player) taken = target
          if (taken !== undefined) {
            expect(world.begun.at(-1)?.challenge.id).toBe(taken.id)
            list = list.filter((one) => one.player !== player && one.player !== taken.player)
          }
          expect(world.begun).toHaveLength(taken === undefined ? games : games + 1)
          if (each.kind === 'pair' && mine === undefined && taken === undefined) {
            list.push({ id: id ?? expect.fail(), player, time })
          }
          if (each.kind === 'withdraw' && target?.player === player) {
            list = list.filter((one) => one !== target)
          }
          if (each.kind === 'leave') {
            list = list.filter((one) => one.player !== player || one.time !== 0)
          }
          if (id !== undefined && !made.includes(id)) made.push(id)
          const open = made.filter((one) => lobby.find(one) !== undefined)
          expect(open).toEqual(list.map((one) => one.id))
        }
      }),
    ),
    { seed: 21, numRuns: 60 },
  )
})

/**
 * Runs the steps of each round concurrently. Returns the challenges that were made and are still
 * open.
 */
async function runRounds(lobby: Lobby, all: readonly (readonly Step[])[]): Promise<Challenge[]> {
  const made: ChallengeId[] = []
  for (const round of all) {
    const known = [...made]
    const runs = round.map(async (each) => {
      await later(each.after)
      return run(lobby, each, known).catch(() => undefined)
    })
    for (const id of await Promise.all(runs)) if (id !== undefined) made.push(id)
  }
  return [...new Set(made)].flatMap((id) => lobby.find(id) ?? [])
}

test('steps that overlap take each challenge once, and leave nobody waiting beside another', async () => {
  const delays = fc.array(fate.map((one) => ({ ...one, isStored: true })))
  await fc.assert(
    fc.asyncProperty(rounds, delays, (all, fates) =>
      withLobby(async (lobby, world) => {
        world.fates.push(...fates)
        const open = await runRounds(lobby, all)
        expectTakenOnce(world)
        const times = open.map(({ terms }) => terms.timeControl.kind)
        expect(new Set(times).size).toBe(times.length)
        expect(await world.rows()).toEqual(open.map(({ id }) => id).sort())
      }),
    ),
    { seed: 21, numRuns: 150 },
  )
})

test('a player who asks again while their challenge is being accepted gets that game only', async () => {
  await withLobby(async (lobby, world) => {
    const [anna, bert] = PLAYERS as [PlayerCard, PlayerCard]
    const [time] = TIMES as [TimeControl]
    const waits = await lobby.pair(anna, time)
    world.fates.push({ isStored: true, turns: 20 })
    const accepted = lobby.pair(bert, time)
    await later(10)
    expect(await lobby.pair(anna, time)).toEqual(waits)
    expect(await accepted).toMatchObject({ ok: true, value: { game: expect.anything() } })
    expect(lobby.ofPlayer(anna.id)).toEqual([])
    expect(await world.rows()).toEqual([])
  })
})

test('steps that overlap while games cannot be stored lose no challenge and take none twice', async () => {
  await fc.assert(
    fc.asyncProperty(rounds, fc.array(fate), (all, fates) =>
      withLobby(async (lobby, world) => {
        world.fates.push(...fates)
        const open = await runRounds(lobby, all)
        expectTakenOnce(world)
        const taken = new Set(world.begun.map(({ challenge }) => challenge.id))
        expect(open.filter(({ id }) => taken.has(id))).toEqual([])
        expect(await world.rows()).toEqual(open.map(({ id }) => id).sort())
      }),
    ),
    { seed: 21, numRuns: 300 },
  )
})

async function later(turns: number): Promise<void> {
  for (let turn = 0; turn < turns; turn++) await new Promise((next) => setImmediate(next))
}

function expectTakenOnce({ begun }: World): void {
  const taken = begun.map(({ challenge }) => challenge.id)
  expect(new Set(taken).size).toBe(taken.length)
  for (const { players } of begun) expect(new Set(players).size).toBe(2)
}
