import {
  type ArenaWait,
  DELETED_NAME,
  type GameId,
  type PlayerId,
  TOURNAMENT_PAGE,
  type TournamentDetail,
  type TournamentMatch,
  type TournamentStanding,
} from '@hokito/protocol'
import { arenaStandings } from './arena-score.ts'
import type { ArenaPlayer, StoredArena } from './arena-store.ts'
import { CLOSING_MS } from './arenas.ts'

/** The viewer, the time, and the first place to show. */
export interface ArenaLook {
  readonly from: number
  readonly player: PlayerId | undefined
  readonly now: number
}

/** An arena as players see it: a page of its standings, and a page of the games in progress. */
export function arenaDetailOf(
  { tournament, players }: StoredArena,
  { from, player, now }: ArenaLook,
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
          : tournament.endedAt === undefined && {
              waits: waitOf(own, { tournament, players, now }),
            }),
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
  return name ?? DELETED_NAME
}

function standingShown(player: Placed): TournamentStanding {
  const { place, score, points, games, wins, streak, isOut } = player
  return {
    ...{ place, name: nameOf(player), score, points, games, wins, streak },
    ...(isOut && { isOut }),
  }
}

/** Why a player without a game has none. */
function waitOf(
  own: ArenaPlayer,
  { tournament: { round, endsAt = 0 }, players, now }: StoredArena & Pick<ArenaLook, 'now'>,
): ArenaWait {
  if (own.isOut) return 'paused'
  if (round === 0) return 'notBegun'
  if (endsAt - now <= CLOSING_MS) return 'closing'
  const areOthersFree = players.some(
    ({ player, game, isOut }) => player !== own.player && game === null && !isOut,
  )
  return areOthersFree ? 'nextPairing' : 'noOpponent'
}
