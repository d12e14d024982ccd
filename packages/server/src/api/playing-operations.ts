import { randomUUID } from 'node:crypto'
import {
  colorOf,
  commandIdSchema,
  type GameCommand,
  type GameId,
  gameCommandSchema,
  gameIdSchema,
  hexSchema,
  OFFER_KINDS,
  offerIdSchema,
  plySchema,
  SHARE_BYTES,
  turnAt,
  wholeArrangementSchema,
} from '@hokito/protocol'
import { apiOwnGameSchema } from '@hokito/protocol/api'
import { formatMove, parseMove } from '@hokito/rules'
import * as z from 'zod/mini'
import type { Bearer } from '../accounts/access-tokens.ts'
import type { Game } from '../game/game.ts'
import type { ConnectionId } from '../live/connection-id.ts'
import type { Games } from '../live/games.ts'
import { apiOwnGameOf, type Tournaments } from './game-answer.ts'
import { type Access, type Operation, type Outcome, ownOperation } from './operation.ts'
import { type PayingDependencies, payFor, refusedAs } from './paying.ts'

export interface PlayingOperationsDependencies extends PayingDependencies {
  readonly games: Games
  readonly gameTournaments: Tournaments
}

/** A BOT's actions in its games. Each answers with the whole game. */
export function playingOperations(
  dependencies: PlayingOperationsDependencies,
): readonly Operation[] {
  const common = {
    group: 'Playing',
    access: PLAY,
    answer: {
      type: 'application/json',
      description: 'The game as it is now',
      schema: apiOwnGameSchema,
    },
    refusals: ['unknownGame', 'refused'],
    price: 1,
  } as const
  const simple = (type: 'resign' | 'abort' | 'claim', summary: string, description: string) =>
    ownOperation({
      ...common,
      id: `${type}Game`,
      method: 'post',
      path: `/games/{id}/${type}`,
      summary,
      description,
      parameters: ID,
      handle: ({ id }, { bearer }) => act(id, bearer, { type }, dependencies),
    })
  return [
    ownOperation({
      ...common,
      id: 'makeMove',
      method: 'put',
      path: '/games/{id}/moves/{ply}',
      summary: 'Make a move',
      description:
        'At a ply: as many moves as stand in the game’s `moves` before it. Sent again, the same move at the same ply counts once, and is answered as if it had been sent for the first time.',
      parameters: {
        ...ID,
        ply: {
          schema: z.pipe(z.string().check(z.regex(/^\d{1,2}$/)), z.pipe(toNumber, plySchema)),
          description: 'How many moves have been made before it',
        },
      },
      body: { schema: moveSchema, example: { move: 'a1a2' } },
      handle: ({ id, ply }, { bearer, body: { move } }) =>
        makeMove({ game: id, ply, move }, bearer, dependencies),
    }),
    ownOperation({
      ...common,
      id: 'shareBytes',
      method: 'post',
      path: '/games/{id}/share',
      summary: 'Give your bytes for the deal',
      description:
        'Where the `task` is `share`: 16 random bytes in hexadecimal. The deal follows from those of both sides and a secret that the server has bound itself to, so that nobody chooses it.',
      parameters: ID,
      body: { schema: shareSchema, example: { share: '00112233445566778899aabbccddeeff' } },
      handle: ({ id }, { bearer, body: { share } }) =>
        act(id, bearer, { type: 'share', share }, dependencies),
    }),
    ownOperation({
      ...common,
      id: 'placePieces',
      method: 'put',
      path: '/games/{id}/arrangement',
      summary: 'Place your pieces',
      description:
        'Where the `task` is `place`: the value of the piece on each of your 18 squares, six of each value, row by row; from a1 for Black, from f6 for White.',
      parameters: ID,
      body: { schema: arrangementSchema, example: { arrangement: '123123123123123123' } },
      handle: ({ id }, { bearer, body: { arrangement } }) =>
        act(id, bearer, { type: 'place', arrangement }, dependencies),
    }),
    simple('resign', 'Resign', 'Gives the game to the other side.'),
    simple(
      'abort',
      'Call a game off',
      'Before both have moved, and not in the second game of a match. Whoever does so often has to wait before the next game.',
    ),
    simple(
      'claim',
      'Claim a game',
      'Wins a game that waits for the other player’s move while that player is away. The grace counts from when the player went or from when the turn began, whichever was later; before it has passed, and in your own turn, the claim is refused with `tooEarlyToClaim`.',
    ),
    ownOperation({
      ...common,
      id: 'makeOffer',
      method: 'post',
      path: '/games/{id}/offers',
      summary: 'Offer a draw, a takeback or a rematch',
      description: 'A rematch once the game is over; takebacks where the terms allow them.',
      parameters: ID,
      body: { schema: offerSchema, example: { kind: 'draw' } },
      handle: ({ id }, { bearer, body: { kind } }) =>
        act(id, bearer, { type: OFFERS[kind] }, dependencies),
    }),
    ownOperation({
      ...common,
      id: 'answerOffer',
      method: 'post',
      path: '/games/{id}/offers/{offer}',
      summary: 'Accept, decline or withdraw an offer',
      description: 'The id of the offer stands in the game’s `offers`.',
      parameters: {
        ...ID,
        offer: {
          schema: z.pipe(z.string().check(z.regex(/^\d{1,6}$/)), z.pipe(toNumber, offerIdSchema)),
          description: 'The id of the offer',
        },
      },
      body: { schema: answerSchema, example: { answer: 'accept' } },
      handle: ({ id, offer }, { bearer, body: { answer } }) =>
        act(id, bearer, { type: ANSWERS[answer], offer }, dependencies),
    }),
  ]
}

// --- internal ---

const PLAY: Access = { scope: 'games:play', isForBots: true }
const ID = { id: { schema: gameIdSchema, description: 'The id of the game' } }
/** How often a command is tried on the latest state of a game that changed meanwhile. */
const MOST_TRIES = 3
/** The connection of all programs: they get the answer, and the account's events. */
const NOWHERE = 'program' as ConnectionId

const toNumber = z.transform((text: string) => Number(text))
const moveSchema = z.strictObject({
  move: z.string().check(
    z.refine((text) => parseMove(text).ok, 'It has to be two squares, as in a1c2'),
    z.describe('The square it starts from and the one it lands on, as in a1c2'),
  ),
})
const shareSchema = z.strictObject({ share: hexSchema(SHARE_BYTES) })
const arrangementSchema = z.strictObject({ arrangement: wholeArrangementSchema })
const offerSchema = z.strictObject({ kind: z.enum(OFFER_KINDS) })
const OFFERS = { draw: 'offerDraw', takeback: 'offerTakeback', rematch: 'offerRematch' } as const
const ANSWERS = {
  accept: 'acceptOffer',
  decline: 'declineOffer',
  withdraw: 'withdrawOffer',
} as const
const answerSchema = z.strictObject({ answer: z.enum(['accept', 'decline', 'withdraw']) })

/** A command without the fields common to all commands. */
type Intention = Readonly<Record<string, unknown>> & { readonly type: GameCommand['type'] }

/** Acts in the latest state of a game, even if it changes meanwhile. */
async function act(
  id: GameId,
  bearer: Bearer,
  intention: Intention,
  dependencies: PlayingOperationsDependencies,
): Promise<Outcome> {
  const refusal = payFor(bearer, 1, dependencies)
  if (refusal !== undefined) return refusal
  for (let tries = 1; ; tries++) {
    const game = await dependencies.games.look(id)
    if (game === undefined) return UNKNOWN
    const ply = game.view.moves.length
    const outcome = await run({ game: id, ply, intention }, bearer, dependencies)
    const isOvertaken = outcome.kind === 'refused' && outcome.details?.reason === 'stale'
    if (!isOvertaken || tries === MOST_TRIES) return outcome
  }
}

/** Makes a move; if the same move was made already, that counts. */
async function makeMove(
  { game: id, ply, move }: { readonly game: GameId; readonly ply: number; readonly move: string },
  bearer: Bearer,
  dependencies: PlayingOperationsDependencies,
): Promise<Outcome> {
  const refusal = payFor(bearer, 1, dependencies)
  if (refusal !== undefined) return refusal
  const parsed = parseMove(move)
  if (!parsed.ok) return { kind: 'refused', code: 'badBody' }
  const intention = { type: 'move', ...parsed.value } as const
  const outcome = await run({ game: id, ply, intention }, bearer, dependencies)
  if (outcome.kind !== 'refused') return outcome
  const game = await dependencies.games.look(id)
  const made = game?.view.moves[ply]
  const isMade = made !== undefined && formatMove(made) === formatMove(parsed.value)
  const isOwn = game !== undefined && colorOf(game.view, bearer.player.id) === turnAt(ply)
  return isMade && isOwn ? told(game, bearer, dependencies) : outcome
}

interface Act {
  readonly game: GameId
  readonly ply: number
  readonly intention: Intention
}

async function run(
  { game, ply, intention }: Act,
  bearer: Bearer,
  dependencies: PlayingOperationsDependencies,
): Promise<Outcome> {
  const { games } = dependencies
  const id = commandIdSchema.parse(randomUUID())
  const command = gameCommandSchema.parse({ game, ply, id, ...intention })
  const sender = { player: bearer.player.id, connection: NOWHERE, lagMs: 0 }
  const ran = await games.run(command, sender)
  if (!ran.ok) return refusedAs({ code: ran.error })
  if (ran.value.kind === 'refused') return refusedAs(ran.value.refusal)
  const after = await games.look(game)
  return after === undefined ? UNKNOWN : told(after, bearer, dependencies)
}

const UNKNOWN: Outcome = { kind: 'refused', code: 'unknownGame' }

async function told(
  game: Game,
  { player }: Bearer,
  { gameTournaments }: PlayingOperationsDependencies,
): Promise<Outcome> {
  const color = colorOf(game.view, player.id)
  return color === undefined
    ? refusedAs({ code: 'notSeated' })
    : { kind: 'json', value: await apiOwnGameOf(game, color, gameTournaments) }
}
