import type { ChallengeId, ColorChoice, GameId, GameView, Reply, Terms } from '@hokito/protocol'
import { legalMoves } from '@hokito/rules'
import { commandId, GIVEN_TERMS, Page, positionOf } from './page.ts'

/** Terms that leave the deal to chance. */
export const CHANCE_TERMS: Terms = { ...GIVEN_TERMS, setup: { kind: 'standard' } }

/** The variable parts of a challenge in these tests. */
export interface Wish {
  readonly terms?: Partial<Terms>
  readonly color?: ColorChoice
  readonly isListed?: boolean
}

/** Offers a game; by default a random deal and colours by lot, for anyone with the link. */
export function challenge(page: Page, { terms, color = 'random', isListed = false }: Wish = {}) {
  const whole = { ...CHANCE_TERMS, ...terms }
  return page.send({ type: 'challenge', id: commandId(), terms: whole, color, isListed })
}

export function accept(page: Page, offered: ChallengeId): Promise<Reply<'acceptChallenge'>> {
  return page.send({ type: 'acceptChallenge', id: commandId(), challenge: offered })
}

/**
 * Asks for any opponent with the same time. Another length avoids players waiting in other tests.
 */
export function quickPair(page: Page, initialSeconds = 180): Promise<Reply<'quickPair'>> {
  const timeControl = { kind: 'fischer', initialSeconds, incrementSeconds: 2 } as const
  return page.send({ type: 'quickPair', id: commandId(), timeControl })
}

/** The wish that quick pairing would offer. */
export function quickWish(initialSeconds: number): Wish {
  const timeControl = { kind: 'fischer', initialSeconds, incrementSeconds: 2 } as const
  return { isListed: true, terms: { games: 2, allowsTakebacks: false, timeControl } }
}

/** The id of an offered challenge; throws if it was refused. */
export async function offeredBy(page: Page, wish?: Wish): Promise<ChallengeId> {
  const reply = await challenge(page, wish)
  if (!reply.ok) throw new Error(JSON.stringify(reply))
  return reply.challenge.id
}

/** A game between two pages that both have open: the first offers, the second accepts. */
export async function gameOf(one: Page, other: Page, wish?: Wish): Promise<GameId> {
  const taken = await accept(other, await offeredBy(one, wish))
  if (!taken.ok) throw new Error(JSON.stringify(taken))
  await Promise.all([one.openGame(taken.started), other.openGame(taken.started)])
  return taken.started
}

/** Makes the deal unless it exists, and returns the game as both then see it. */
export async function dealtTo(one: Page, other: Page, game: GameId): Promise<GameView> {
  if (one.view(game).deal === undefined) {
    await one.command(game, 'share', { share: 'a1'.repeat(16) })
    await other.command(game, 'share', { share: 'b2'.repeat(16) })
  }
  await one.sees(game, ({ deal }) => deal !== undefined)
  return other.sees(game, ({ deal }) => deal !== undefined)
}

/**
 * Plays legal moves for both until this many are made or none is left; both have then seen them
 * all.
 */
export async function playTo(pages: readonly [Page, Page], game: GameId, ply: number) {
  const { seats } = pages[0].view(game)
  for (let played = 0; played < ply; played++) {
    const color = played % 2 === 0 ? 'black' : 'white'
    const mover = pages.find(({ player }) => player.id === seats[color].id) ?? pages[0]
    const view = mover.view(game)
    const [move] = legalMoves(positionOf(view))
    if (move === undefined || view.ending !== undefined) return
    await mover.move(game, move)
    for (const page of pages) await page.sees(game, ({ moves }) => moves.length > played)
  }
}

/** Two pages begin a game, see its deal, and the first calls it off. */
export async function leave(fisher: Page, other: Page): Promise<string> {
  const game = await gameOf(other, fisher)
  const seen = drawOf(await dealtTo(fisher, other, game))
  await fisher.command(game, 'abort')
  await other.sees(game, ({ ending }) => ending?.kind === 'aborted')
  return seen
}

/** The parts of a game that chance decides: the deal and who has which colour. */
export function drawOf({ deal, seats }: GameView): string {
  return `${deal} ${seats.black.id}`
}

export const codeOf = (reply: Reply) => (reply.ok ? undefined : reply.refusal.code)

/** Two new guests, connected: one who will leave, and the other. */
export function openBoth(url: string): Promise<[Page, Page]> {
  return Promise.all([Page.open(url), Page.open(url)])
}

export const HOUR_MS = 3_600_000
