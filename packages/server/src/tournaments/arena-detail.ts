import {
  type ArenaWait,
  type GameId,
  type PlayerId,
  TOURNAMENT_PAGE,
  type TournamentDetail,
  type TournamentMatch,
  type TournamentStanding,
} from '@hokito/protocol'
import { shownName } from '../players/cards.ts'
import { botAt } from './arena-hosts.ts'
import { arenaStandings } from './arena-score.ts'
import type { ArenaPlayer, StoredArena } from './arena-store.ts'
import { CLOSING_MS } from './arenas.ts'

/** The viewer, the time, and the first place to show. */
export interface ArenaLook {
  readonly from: number
  readonly player: PlayerId | undefined
  readonly now: number
  /** Does the server have house bots? */
  readonly hasHouse: boolean
}

/** An arena as players see it: a page of its standings, and a page of the games in progress. */
export function arenaDetailOf(
  { tournament, players }: StoredArena,
  { from, player, now, hasHouse }: ArenaLook,
): TournamentDetail {
  const standings = arenaStandings(players)
  // Games still in progress when the arena's time is over do not count.
  const games = tournament.endedAt === undefined ? gamesOf(standings) : []
  const page = <T>(all: readonly T[]) => all.slice(from - 1, from - 1 + TOURNAMENT_PAGE)
  const own = standings.find((one) => one.player === player)
  const match = own && games.find(([game]) => game === own.game)
  return {
    tournament,
    standings: page(standings).map(standingShown),
    shownRound: tournament.round,
    matches: page(games).map(matchShown),
    ...(own && {
      you: {
        isOut: own.isOut,
        ...(tournament.round > 0 && { standing: standingShown(own) }),
        ...(match
          ? { match: matchShown(match) }
          : tournament.endedAt === undefined &&
            waitShown(own, { tournament, players, now, hasHouse })),
      },
    }),
  }
}

// --- internal ---

type Placed = ArenaPlayer & { readonly place: number }
type Played = readonly [GameId, readonly Placed[]]

/** The games in progress, those of the best players first. */
function gamesOf(standings: readonly Placed[]): readonly Played[] {
  const games = new Map<GameId, Placed[]>()
  for (const player of standings) {
    if (player.game === null) continue
    games.set(player.game, [...(games.get(player.game) ?? []), player])
  }
  return [...games]
}

function matchShown([game, players]: Played): TournamentMatch {
  return { names: players.map(nameOf), games: [game] }
}

function nameOf({ name }: ArenaPlayer): string {
  return shownName(name)
}

function standingShown(player: Placed): TournamentStanding {
  const { place, score, points, games, wins, streak, isOut, isBot } = player
  return {
    ...{ place, name: nameOf(player), score, points, games, wins, streak },
    ...(isOut && { isOut }),
    ...(isBot && { isBot }),
  }
}

type Waiting = StoredArena & Pick<ArenaLook, 'now' | 'hasHouse'>

/** Why a player without a game has none, and when a house bot takes the other side, if one will. */
function waitShown(own: ArenaPlayer, arena: Waiting) {
  const waits = waitOf(own, arena)
  const at = waits === 'noOpponent' && arena.hasHouse ? botAt(arena.tournament, own) : undefined
  return { waits, ...(at !== undefined && { botAt: at }) }
}

function waitOf(
  own: ArenaPlayer,
  { tournament: { round, endsAt = 0, day }, players, now }: Waiting,
): ArenaWait {
  if (own.isOut) return 'paused'
  if (round === 0) return 'notBegun'
  if (endsAt - now <= CLOSING_MS) return 'closing'
  // The bots of the daily arena play only those who wait alone.
  const areOthersFree = players.some(
    ({ player, game, isOut, isBot }) =>
      player !== own.player && game === null && !isOut && !(isBot && day !== undefined),
  )
  return areOthersFree ? 'nextPairing' : 'noOpponent'
}
