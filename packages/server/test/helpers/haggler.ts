import type { Challenge, ChallengeId, GameId, Terms, TimeControl } from '@hokito/protocol'
import { type RandomBytes, randomIndex } from '@hokito/rules'
import { expect } from 'vitest'
import { commandId, GIVEN_TERMS, type Page } from './page.ts'

/**
 * The messages that two pages got about one challenge; an attempt may have succeeded without an
 * answer.
 */
export interface Haggled {
  readonly challenge: Challenge
  attempted: 'accept' | 'withdraw' | undefined
  isWithdrawn: boolean
  /** The game that began from it. */
  game: GameId | undefined
}

/**
 * One page makes challenges of all sorts. The other accepts some of them, the first withdraws some,
 * and some stay open. Continues until a connection is lost, and keeps all acknowledged challenges
 * in `all`.
 */
export async function haggle(
  maker: Page,
  taker: Page,
  bytes: RandomBytes,
  all: Haggled[],
): Promise<void> {
  try {
    for (;;) {
      const made = await make(maker, bytes)
      if (made !== undefined) all.push(made)
      const open = all.filter(({ attempted }) => attempted === undefined)
      const oldest = open[0]
      if (oldest === undefined) continue
      if (randomIndex(2, bytes) === 0) await accept(taker, oldest)
      else if (open.length > MOST_LEFT_OPEN) await withdraw(maker, oldest)
    }
  } catch (error) {
    if (maker.socket.connected && taker.socket.connected) throw error
    // The server was killed; the last request may or may not have been carried out.
  }
}

/** After a restart: everything acknowledged about these challenges holds, for both sides. */
export async function expectHaggled(
  maker: Page,
  taker: Page,
  all: readonly Haggled[],
): Promise<void> {
  for (const { challenge, attempted, isWithdrawn, game } of all) {
    const seen = await Promise.all([maker, taker].map((page) => see(page, challenge.id)))
    expect(seen[1]).toEqual(seen[0])
    if (game !== undefined) {
      expect(seen[0]).toBeUndefined()
      const view = await maker.openGame(game)
      expect(await taker.openGame(game)).toEqual(view)
      expect(view.terms).toEqual(challenge.terms)
      const players = [view.seats.black.id, view.seats.white.id]
      expect(players.sort()).toEqual([maker.player.id, taker.player.id].sort())
      for (const page of [maker, taker]) await page.send({ type: 'closeGame', game })
    } else if (isWithdrawn) {
      expect(seen[0]).toBeUndefined()
    } else if (attempted === undefined && outlivesRestart(challenge)) {
      expect(seen[0]).toEqual(challenge)
    }
  }
}

// --- internal ---

const MOST_LEFT_OPEN = 2

const TIME_CONTROLS: readonly TimeControl[] = [
  GIVEN_TERMS.timeControl,
  { kind: 'none' },
  { kind: 'correspondence', daysPerMove: 2 },
]

async function make(maker: Page, bytes: RandomBytes): Promise<Haggled | undefined> {
  const timeControl = TIME_CONTROLS[randomIndex(TIME_CONTROLS.length, bytes)]
  const terms: Terms = { ...GIVEN_TERMS, ...(timeControl && { timeControl }) }
  const isListed = randomIndex(2, bytes) === 0
  const wish = { terms, color: 'random', isListed } as const
  const reply = await maker.send({ type: 'challenge', id: commandId(), ...wish })
  if (!reply.ok) return undefined
  return { challenge: reply.challenge, attempted: undefined, isWithdrawn: false, game: undefined }
}

async function accept(taker: Page, haggled: Haggled): Promise<void> {
  haggled.attempted = 'accept'
  const { id: challenge } = haggled.challenge
  const message = { type: 'acceptChallenge', id: commandId(), challenge } as const
  const reply = await taker.send(message)
  if (!reply.ok) return
  const { started: game } = reply
  haggled.game = game
  // A player may have only so many games running, and must wait after aborting too many.
  const opened = await taker.send({ type: 'openGame', game })
  // A database that has just been killed can be read a moment later.
  if (!opened.ok) return
  await taker.command(game, 'resign')
  await taker.send({ type: 'closeGame', game })
}

async function withdraw(maker: Page, haggled: Haggled): Promise<void> {
  haggled.attempted = 'withdraw'
  const { id: challenge } = haggled.challenge
  haggled.isWithdrawn = (await maker.send({ type: 'withdrawChallenge', challenge })).ok
}

async function see(page: Page, challenge: ChallengeId): Promise<Challenge | undefined> {
  const reply = await page.send({ type: 'seeChallenge', challenge })
  return 'challenge' in reply ? reply.challenge : undefined
}

/** A listed live offer ends with its maker's connection. */
function outlivesRestart({ isListed, terms }: Challenge): boolean {
  return !isListed || terms.timeControl.kind === 'correspondence'
}
