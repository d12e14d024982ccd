import { randomUUID } from 'node:crypto'
import {
  colorOf,
  colorSchema,
  commandIdSchema,
  type GameCommand,
  type GameId,
  gameCommandSchema,
  gameIdSchema,
  hexSchema,
  namedPointsSchema,
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
import { type Access, type ApiOperation, operation } from '../http/operation.ts'
import type { ApiOutcome } from '../http/outcome.ts'
import type { ConnectionId } from '../live/connection-id.ts'
import type { Games } from '../live/games.ts'
import { apiOwnGameOf, type Tournaments } from './game-answer.ts'
import { type PayingDependencies, payFor, refusedAs } from './paying.ts'

export interface PlayingOperationsDependencies extends PayingDependencies {
  readonly games: Games
  readonly gameTournaments: Tournaments
}

const PLAY: Access = { token: 'games:play', isForBots: true }
const ID = { id: { schema: gameIdSchema, description: 'The id of the game' } }
/** How often a command is tried on the latest state of a game that changed meanwhile. */
const MOST_TRIES = 3
/** The connection of all programs: they get the answer, and the account's events. */
const NOWHERE = 'program' as ConnectionId

const toNumber = z.transform((text: string) => Number(text))
const moveSchema = z.strictObject({
  move: z.string().check(
    z.refine((text) => parseMove(text).ok, 'It must be two squares, as in a1c2'),
    z.describe('The square it starts from and the one it lands on, as in a1c2'),
  ),
})
const shareSchema = z.strictObject({ share: hexSchema(SHARE_BYTES) })
const arrangementSchema = z.strictObject({ arrangement: wholeArrangementSchema })
const divisionSchema = z.strictObject({
  compensation: namedPointsSchema.check(z.describe('What White gets: 0 to 40 in halves')),
})
const sideSchema = z.strictObject({ color: colorSchema })
const offerSchema = z.strictObject({ kind: z.enum(OFFER_KINDS) })
const OFFERS = { draw: 'offerDraw', takeback: 'offerTakeback', rematch: 'offerRematch' } as const
const ANSWERS = {
  accept: 'acceptOffer',
  decline: 'declineOffer',
  withdraw: 'withdrawOffer',
} as const
const answerSchema = z.strictObject({ answer: z.enum(['accept', 'decline', 'withdraw']) })

const COMMON = {
  group: 'Playing',
  asker: PLAY,
  answer: {
    type: 'application/json',
    description: 'The game as it is now',
    schema: apiOwnGameSchema,
  },
  refusals: ['unknownGame', 'refused'],
  price: 1,
  charge: payFor(1),
} as const

const makeMove = operation({
  ...COMMON,
  id: 'makeMove',
  method: 'put',
  path: '/games/{id}/moves/{ply}',
  summary: 'Make a move',
  description:
    '`ply` is the number of moves already in the game’s `moves`. If you send the same move at the same ply again, it counts once, and you get the same answer.',
  parameters: {
    ...ID,
    ply: {
      schema: z.pipe(z.string().check(z.regex(/^\d{1,2}$/)), z.pipe(toNumber, plySchema)),
      description: 'The number of moves before it',
    },
  },
  body: { schema: moveSchema, example: { move: 'a1a2' } },
  handle: ({ id, ply }, { bearer, body: { move } }, dependencies: PlayingOperationsDependencies) =>
    moveOnce({ game: id, ply, move }, bearer, dependencies),
})

const shareBytes = operation({
  ...COMMON,
  id: 'shareBytes',
  method: 'post',
  path: '/games/{id}/share',
  summary: 'Give your bytes for the deal',
  description:
    'When your `task` is `share`, send 16 random bytes in hexadecimal. The deal follows from the bytes of both sides and a secret to which the server has committed, so nobody chooses it.',
  parameters: ID,
  body: { schema: shareSchema, example: { share: '00112233445566778899aabbccddeeff' } },
  handle: ({ id }, { bearer, body: { share } }, dependencies: PlayingOperationsDependencies) =>
    act(id, bearer, { type: 'share', share }, dependencies),
})

const placePieces = operation({
  ...COMMON,
  id: 'placePieces',
  method: 'put',
  path: '/games/{id}/arrangement',
  summary: 'Place your pieces',
  description:
    'When your `task` is `place`, send the value of the piece on each of your 18 squares, six of each value, row by row. Black starts from a1, White from f6.',
  parameters: ID,
  body: { schema: arrangementSchema, example: { arrangement: '123123123123123123' } },
  handle: (
    { id },
    { bearer, body: { arrangement } },
    dependencies: PlayingOperationsDependencies,
  ) => act(id, bearer, { type: 'place', arrangement }, dependencies),
})

const nameCompensation = operation({
  ...COMMON,
  id: 'nameCompensation',
  method: 'post',
  path: '/games/{id}/compensation',
  summary: 'Name the points for White',
  description:
    'When your `task` is `divide`, name the points that White gets at the end of this deal. The other player then chooses a side, so name points for which you would play either side.',
  parameters: ID,
  body: { schema: divisionSchema, example: { compensation: 13.5 } },
  handle: (
    { id },
    { bearer, body: { compensation } },
    dependencies: PlayingOperationsDependencies,
  ) => act(id, bearer, { type: 'divide', compensation }, dependencies),
})

const chooseSide = operation({
  ...COMMON,
  id: 'chooseSide',
  method: 'post',
  path: '/games/{id}/side',
  summary: 'Choose your side',
  description:
    'When your `task` is `choose`, choose Black, who moves first, or White, who gets the `compensation` in `terms`.',
  parameters: ID,
  body: { schema: sideSchema, example: { color: 'white' } },
  handle: ({ id }, { bearer, body: { color } }, dependencies: PlayingOperationsDependencies) =>
    act(id, bearer, { type: 'choose', color }, dependencies),
})

const resignGame = simple('resign', 'Resign', 'The other side wins.')

const abortGame = simple(
  'abort',
  'Call a game off',
  'You can call a game off only until both sides have moved, and never the second game of a match. A player who often calls games off must wait before the next game.',
)

const claimGame = simple(
  'claim',
  'Claim a game',
  'If the other player is away during their own turn, you can claim the win after a grace period. It starts when the player leaves or when the turn begins, whichever is later. Before it has passed, and during your own turn, the server refuses the claim with `tooEarlyToClaim`.',
)

const makeOffer = operation({
  ...COMMON,
  id: 'makeOffer',
  method: 'post',
  path: '/games/{id}/offers',
  summary: 'Offer a draw, a takeback or a rematch',
  description:
    'You can offer a rematch only after the game is over, and a takeback only if the terms allow it.',
  parameters: ID,
  body: { schema: offerSchema, example: { kind: 'draw' } },
  handle: ({ id }, { bearer, body: { kind } }, dependencies: PlayingOperationsDependencies) =>
    act(id, bearer, { type: OFFERS[kind] }, dependencies),
})

const answerOffer = operation({
  ...COMMON,
  id: 'answerOffer',
  method: 'post',
  path: '/games/{id}/offers/{offer}',
  summary: 'Accept, decline or withdraw an offer',
  description: 'You find the id of the offer in the game’s `offers`.',
  parameters: {
    ...ID,
    offer: {
      schema: z.pipe(z.string().check(z.regex(/^\d{1,6}$/)), z.pipe(toNumber, offerIdSchema)),
      description: 'The id of the offer',
    },
  },
  body: { schema: answerSchema, example: { answer: 'accept' } },
  handle: (
    { id, offer },
    { bearer, body: { answer } },
    dependencies: PlayingOperationsDependencies,
  ) => act(id, bearer, { type: ANSWERS[answer], offer }, dependencies),
})

/** A bot's actions in its games. Each answers with the whole game. */
export const PLAYING_OPERATIONS: readonly ApiOperation<PlayingOperationsDependencies>[] = [
  makeMove,
  shareBytes,
  placePieces,
  nameCompensation,
  chooseSide,
  resignGame,
  abortGame,
  claimGame,
  makeOffer,
  answerOffer,
]

// --- internal ---

function simple(
  type: 'resign' | 'abort' | 'claim',
  summary: string,
  description: string,
): ApiOperation<PlayingOperationsDependencies> {
  return operation({
    ...COMMON,
    id: `${type}Game`,
    method: 'post',
    path: `/games/{id}/${type}`,
    summary,
    description,
    parameters: ID,
    handle: ({ id }, { bearer }, dependencies: PlayingOperationsDependencies) =>
      act(id, bearer, { type }, dependencies),
  })
}

/** A command without the fields common to all commands. */
type Intention = Readonly<Record<string, unknown>> & { readonly type: GameCommand['type'] }

/** Acts in the latest state of a game, even if it changes meanwhile. */
async function act(
  id: GameId,
  bearer: Bearer,
  intention: Intention,
  dependencies: PlayingOperationsDependencies,
): Promise<ApiOutcome> {
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
async function moveOnce(
  { game: id, ply, move }: { readonly game: GameId; readonly ply: number; readonly move: string },
  bearer: Bearer,
  dependencies: PlayingOperationsDependencies,
): Promise<ApiOutcome> {
  const parsed = parseMove(move)
  if (!parsed.ok) return { kind: 'refused', code: 'badBody' }
  const intention = { type: 'move', ...parsed.value } as const
  const outcome = await run({ game: id, ply, intention }, bearer, dependencies)
  if (outcome.kind !== 'refused') return outcome
  const game = await dependencies.games.look(id)
  const made = game?.view.moves[ply]
  const isMade = made !== undefined && formatMove(made) === formatMove(parsed.value)
  const isOwn = game !== undefined && colorOf(game.view, bearer.player.id) === turnAt(ply)
  return isMade && isOwn ? outcomeOf(game, bearer, dependencies) : outcome
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
): Promise<ApiOutcome> {
  const { games } = dependencies
  const id = commandIdSchema.parse(randomUUID())
  const command = gameCommandSchema.parse({ game, ply, id, ...intention })
  const sender = { player: bearer.player.id, connection: NOWHERE, lagMs: 0 }
  const ran = await games.run(command, sender)
  if (!ran.ok) return refusedAs({ code: ran.error })
  if (ran.value.kind === 'refused') return refusedAs(ran.value.refusal)
  const after = await games.look(game)
  return after === undefined ? UNKNOWN : outcomeOf(after, bearer, dependencies)
}

const UNKNOWN: ApiOutcome = { kind: 'refused', code: 'unknownGame' }

async function outcomeOf(
  game: Game,
  { player }: Bearer,
  { gameTournaments }: PlayingOperationsDependencies,
): Promise<ApiOutcome> {
  const color = colorOf(game.view, player.id)
  return color === undefined
    ? refusedAs({ code: 'notSeated' })
    : { kind: 'json', value: await apiOwnGameOf(game, color, gameTournaments) }
}
