import {
  doneReplySchema,
  type GameId,
  gameIdSchema,
  gameTournamentReplySchema,
  MOST_BOARDS,
  nameSchema,
  type PlayerCard,
  type TournamentDetail,
  type TournamentId,
  tournamentDetailSchema,
  tournamentGamesSchema,
  tournamentIdSchema,
  tournamentMadeSchema,
  tournamentPressSchema,
  tournamentsReplySchema,
  tournamentWishSchema,
} from '@hokito/protocol'
import * as z from 'zod/mini'
import type { AddressKey } from '../limiting/addresses.ts'
import type { Visitors } from '../limiting/visitors.ts'
import type { Games } from '../live/games.ts'
import type { LeadersBoards } from '../live/watched.ts'
import type { TournamentResult } from '../tournaments/entering.ts'
import type { GameTournaments } from '../tournaments/game-tournaments.ts'
import type { Tournaments } from '../tournaments/tournaments.ts'
import { writtenNumberSchema } from '../tournaments/written-number.ts'
import { chargeChange } from './charges.ts'
import { jsonBy, operation, type PageOperation } from './operation.ts'
import { answered, refused } from './outcome.ts'

export interface TournamentDependencies {
  readonly tournaments: Tournaments
  readonly gameTournaments: Pick<GameTournaments, 'of'>
  readonly games: Pick<Games, 'look'>
  readonly leadersBoards: Pick<LeadersBoards, 'of'>
  readonly visitors: Visitors
}

/** Each queries the database a few times. */
const PRICE = 3

const POST = {
  asker: 'ownPlayer',
  method: 'post',
  cache: 'never',
  bodyLimit: 1024,
  price: PRICE,
} as const

const allTournaments = operation({
  asker: 'anyone',
  path: '/api/tournaments',
  answer: jsonBy(tournamentsReplySchema),
  cache: 'never',
  price: PRICE,
  handle: async (_, __, { tournaments }: TournamentDependencies) =>
    answered({ tournaments: [...(await tournaments.all())] }),
})

const oneTournament = operation({
  asker: 'visitor',
  path: '/api/tournaments/{id}',
  parameters: {
    from: { schema: z.optional(writtenNumberSchema) },
    round: { schema: z.optional(writtenNumberSchema) },
    id: { schema: tournamentIdSchema, refusal: 'unknownTournament' },
  },
  answer: jsonBy(tournamentDetailSchema),
  cache: 'never',
  price: PRICE,
  handle: async ({ id, from, round }, { player }, dependencies: TournamentDependencies) => {
    const { tournaments, leadersBoards } = dependencies
    const found = await tournaments.look(id, { from, round, player: player?.id })
    if (found === 'damaged') return refused({ code: 'damagedTournament' })
    if (found === undefined) return refused({ code: 'unknownTournament' })
    const playing = (from ?? 1) === 1 ? runningIn(found) : []
    const boards = playing.length === 0 ? [] : await leadersBoards.of(id, playing)
    return answered({ ...found, ...(boards.length > 0 && { boards: [...boards] }) })
  },
})

/** A player's finished games in a tournament. */
const gamesOfPlayer = operation({
  asker: 'visitor',
  path: '/api/tournaments/{id}/games',
  parameters: {
    player: { schema: nameSchema },
    before: { schema: z.optional(writtenNumberSchema) },
    id: { schema: tournamentIdSchema, refusal: 'unknownTournament' },
  },
  answer: jsonBy(tournamentGamesSchema),
  cache: 'never',
  price: PRICE,
  handle: async (
    { id, player: name, before },
    { player },
    dependencies: TournamentDependencies,
  ) => {
    const { tournaments } = dependencies
    const found = await tournaments.gamesOf(id, { name, before, viewer: player?.id })
    if (found === 'damaged') return refused({ code: 'damagedTournament' })
    return found === undefined ? refused({ code: 'unknownTournament' }) : answered(found)
  },
})

/** Of the classes that the visitor teaches or attends. */
const classTournaments = operation({
  asker: 'visitor',
  path: '/api/classes/tournaments',
  answer: jsonBy(tournamentsReplySchema),
  cache: 'never',
  price: PRICE,
  handle: async (_, { player }, { tournaments }: TournamentDependencies) =>
    answered({
      tournaments: player === undefined ? [] : [...(await tournaments.ofClasses(player.id))],
    }),
})

/** The unfinished tournaments in which the visitor is, and those called off. */
const ownTournaments = operation({
  asker: 'visitor',
  path: '/api/account/tournaments',
  answer: jsonBy(tournamentsReplySchema),
  cache: 'never',
  price: PRICE,
  handle: async (_, { player }, { tournaments }: TournamentDependencies) =>
    answered({
      tournaments: player === undefined ? [] : [...(await tournaments.ofPlayer(player.id))],
    }),
})

const tournamentOfGame = operation({
  asker: 'visitor',
  path: '/api/games/{id}/tournament',
  parameters: { id: { schema: gameIdSchema, refusal: 'unknownGame' } },
  answer: jsonBy(gameTournamentReplySchema),
  cache: 'never',
  price: PRICE,
  handle: async ({ id }, { player }, { games, gameTournaments }: TournamentDependencies) => {
    const game = await games.look(id)
    if (game === undefined) return refused({ code: 'unknownGame' })
    const tournament = await gameTournaments.of(game.view, player?.id)
    return answered({ ...(tournament && { tournament }) })
  },
})

const makeTournament = operation({
  ...POST,
  path: '/api/tournaments/make',
  body: { schema: tournamentWishSchema },
  answer: jsonBy(tournamentMadeSchema),
  charge: chargeNew,
  handle: async (_, { player, body }, { tournaments }: TournamentDependencies) => {
    const made = await tournaments.make(player, body)
    return made.ok ? answered({ tournament: made.value }) : refused({ code: made.error })
  },
})

/**
 * Tournaments: all, one, those of classes, the visitor's own and that of a game. Our own pages make
 * one, cancel it, enter it and leave it.
 */
export const TOURNAMENT_OPERATIONS: readonly PageOperation<TournamentDependencies>[] = [
  allTournaments,
  oneTournament,
  gamesOfPlayer,
  classTournaments,
  ownTournaments,
  tournamentOfGame,
  makeTournament,
  press('enter', (tournaments, player, id) => tournaments.enter(player, id)),
  press('leave', (tournaments, player, id) => tournaments.leave(player.id, id)),
  press('cancel', (tournaments, player, id) => tournaments.cancel(player.id, id)),
]

// --- internal ---

/** What a press on the page of a tournament does with it. */
function press(
  what: string,
  act: (tournaments: Tournaments, player: PlayerCard, id: TournamentId) => TournamentResult<void>,
) {
  return operation({
    ...POST,
    path: `/api/tournaments/${what}`,
    body: { schema: tournamentPressSchema },
    answer: jsonBy(doneReplySchema),
    charge: chargeChange,
    handle: async (_, { player, body }, { tournaments }: TournamentDependencies) => {
      const done = await act(tournaments, player, body.tournament)
      return done.ok ? answered({}) : refused({ code: done.error })
    },
  })
}

/** The running games of the best players, if the page shows those. */
function runningIn({ tournament, shownRound, matches }: TournamentDetail): readonly GameId[] {
  if (tournament.endedAt !== undefined || shownRound !== tournament.round) return []
  const running = matches.flatMap(({ games, scores }) =>
    scores === undefined ? (games.at(-1) ?? []) : [],
  )
  return running.slice(0, MOST_BOARDS)
}

function chargeNew(
  asked: { readonly player: PlayerCard; readonly address: AddressKey },
  dependencies: Pick<TournamentDependencies, 'visitors'>,
): number {
  const waitMs = chargeChange(asked, dependencies)
  return waitMs > 0 ? waitMs : dependencies.visitors.tournaments.take(asked.address)
}
