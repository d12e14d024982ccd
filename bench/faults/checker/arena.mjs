// @ts-check
/**
 * The rules for a finished arena: a pure function of the stored rows and of the pages shown. It
 * shares no code with the server.
 */
import { endOf, NOTHING, playedIn } from './arena-games.mjs'
import { grouped } from './facts.mjs'

/**
 * @typedef {import('./facts.mjs').Violation} Violation
 * @typedef {import('./held.mjs').HeldArena} HeldArena
 * @typedef {import('./arena-games.mjs').Tally} Tally
 * @typedef {import('./arena-games.mjs').Game} Game
 * @typedef {import('./arena-games.mjs').Played} Played
 */

/**
 * All violations; none if the arena follows from its games.
 * @param {HeldArena} held
 * @returns {readonly Violation[]}
 */
export function checkArena(held) {
  const played = playedIn(held)
  return [
    ...eachGameOnce(held, played),
    ...numbered(held, played),
    ...oneAtATime(played),
    ...notAtOnceAgain(held, played),
    ...inItsTime(held, played),
    ...coloursInTurn(played),
    ...resultsFollow(held, played),
    ...storedStandingsFollow(held, played),
    ...shownInTheEnd(held, played),
    ...shownMeanwhile(held, played),
  ]
}

// --- internal ---

/** Two players must both have waited this long before they meet again. */
const AGAIN_AFTER_MS = 15_000
/** Within this time, a wave of pairing that had other players to choose would have paired them. */
const WAVE_MS = 4000
/** In this time before the end no game begins, except in a wave that is still under way. */
const CLOSING_MS = 30_000
const UNDER_WAY_MS = 10_000
/** The largest difference between the clocks of nodes on one machine. */
const CLOCKS_MS = 1000
/** @type {readonly (keyof Tally)[]} */
const KEYS = ['score', 'games', 'wins', 'streak', 'points']

/**
 * @param {string} rule
 * @param {string} says
 * @param {string} [game]
 * @returns {Violation}
 */
function violation(rule, says, game) {
  return { rule: `arena: ${rule}`, game, says }
}

/**
 * Each game is noted once for each of its two players, and there are no other games.
 * @param {HeldArena} held
 * @param {Played} played
 */
function eachGameOnce({ pairings, stored }, { games }) {
  const sides = grouped(pairings, ({ game }) => game)
  const known = new Map(games.map((game) => [game.id, game]))
  const missing = [...sides.keys()].filter((id) => !known.has(id))
  const strays = stored.games.filter(({ id }) => !sides.has(id))
  const odd = games.filter((game) => sides.has(game.id) && !isNoted(game, sides.get(game.id) ?? []))
  return [
    ...missing.map((id) => violation('games', 'is noted and not there', id)),
    ...strays.map(({ id }) => violation('games', 'is there and not noted', id)),
    ...odd.map(({ id }) => violation('games', 'is not noted once for each who sits in it', id)),
  ]
}

/**
 * @param {Game} game
 * @param {HeldArena['pairings']} sides
 */
function isNoted({ state: { seats } }, sides) {
  const isSide = (/** @type {string} */ player, /** @type {string} */ opponent, isBlack = 0) =>
    sides.some(
      (side) =>
        side.player === player && side.opponent === opponent && Number(side.isBlack) === isBlack,
    )
  return (
    sides.length === 2 && isSide(seats.black, seats.white, 1) && isSide(seats.white, seats.black, 0)
  )
}

/**
 * The n-th game noted for a player is the n-th that began.
 * @param {HeldArena} held
 * @param {Played} played
 */
function numbered({ entries, pairings }, { ofPlayer }) {
  const sides = grouped(pairings, ({ player }) => player)
  const strangers = [...sides.keys()].filter((player) => !ofPlayer.has(player))
  return [
    ...strangers.map((player) => violation('numbers', `${player} plays and has not joined`)),
    ...entries.flatMap(({ player }) => {
      const noted = (sides.get(player) ?? []).toSorted((a, b) => a.number - b.number)
      const told = noted.map(({ number, game }) => `${number} ${game}`)
      const own = (ofPlayer.get(player) ?? []).map(({ id }, index) => `${index + 1} ${id}`)
      const at = own.findIndex((one, index) => one !== told[index])
      const isSame = at === -1 && own.length === told.length
      const place = at === -1 ? own.length : at
      return isSame
        ? []
        : [violation('numbers', `${player}: noted ${told[place]}, began ${own[place]}`)]
    }),
  ]
}

/**
 * No game of a player begins before the previous one is over, in the order in which both were
 * stored.
 * @param {Played} played
 */
function oneAtATime({ ofPlayer }) {
  return [...ofPlayer].flatMap(([player, games]) =>
    games.flatMap((game, index) => {
      const before = games[index - 1]
      if (before === undefined || (before.ended && before.ended.key < game.begun.key)) return []
      return [violation('one at a time', `began for ${player} during ${before.id}`, game.id)]
    }),
  )
}

/**
 * Two players who have just met meet again only if both have waited and no other player was free
 * all that time.
 * @param {HeldArena} held
 * @param {Played} played
 */
function notAtOnceAgain(held, played) {
  const joinedAt = new Map(held.entries.map(({ player, at }) => [player, at]))
  return played.games.flatMap((game) => {
    const befores = game.players.map((player) => beforeOf(played, player, game))
    const haveMet = befores.some((before) =>
      game.players.every((player) => before?.players.includes(player)),
    )
    if (!haveMet) return []
    const waitedMs = befores.map((before, side) => {
      const since = before?.ended?.at ?? joinedAt.get(game.players[side] ?? '') ?? 0
      return game.begun.at - since
    })
    const told = game.players.join(' and ')
    const free = freeBeside(held, played, game)
    return [
      ...(Math.min(...waitedMs) < AGAIN_AFTER_MS - CLOCKS_MS
        ? [violation('not again', `${told} met again after ${Math.min(...waitedMs)} ms`, game.id)]
        : []),
      ...(free === undefined
        ? []
        : [violation('not again', `${told} met again though ${free} was free`, game.id)]),
    ]
  })
}

/**
 * @param {Played} played
 * @param {string} player
 * @param {Game} game
 */
function beforeOf({ ofPlayer }, player, game) {
  const own = ofPlayer.get(player) ?? []
  return own[own.indexOf(game) - 1]
}

/**
 * Finds a player who was free for as long as two players must wait, but was not paired with them.
 * Players who ever paused do not count, because it is not known when they did.
 * @param {HeldArena} held
 * @param {Played} played
 * @param {Game} game
 */
function freeBeside({ entries, paused }, { ofPlayer }, { begun, players }) {
  const [from, to] = [begun.at - AGAIN_AFTER_MS, begun.at + WAVE_MS]
  return entries.find(({ player, at, outAt }) => {
    if (at > from || outAt !== null || paused.has(player) || players.includes(player)) return false
    const own = ofPlayer.get(player) ?? []
    const wasAway = own.some(({ results }) => results.get(player)?.isAbsent)
    return !wasAway && own.every((one) => one.begun.at > to || (one.ended?.at ?? Infinity) < from)
  })?.player
}

/**
 * @param {HeldArena} held
 * @param {Played} played
 */
function inItsTime({ row }, { games }) {
  const latest = endOf(row) - CLOSING_MS + UNDER_WAY_MS
  return games
    .filter(({ begun }) => begun.at < row.startsAt - CLOCKS_MS || begun.at > latest)
    .map(({ id, begun }) => {
      const leftMs = endOf(row) - begun.at
      return violation('its time', `began ${leftMs} ms before the end`, id)
    })
}

/**
 * Black is the player who has had Black less often, compared with White.
 * @param {Played} played
 */
function coloursInTurn({ games, ofPlayer }) {
  const excessOf = (/** @type {string} */ player, /** @type {Game} */ game) => {
    const own = ofPlayer.get(player) ?? []
    const before = own.slice(0, own.indexOf(game))
    const blacks = before.filter(({ state }) => state.seats.black === player).length
    return 2 * blacks - before.length
  }
  return games
    .filter((game) => {
      const { black, white } = game.state.seats
      return excessOf(black, game) > excessOf(white, game)
    })
    .map(({ id }) => violation('colours', 'Black has been Black more often than White', id))
}

/**
 * Each side of a game has the result of the game, or none if it ended too late.
 * @param {HeldArena} held
 * @param {Played} played
 */
function resultsFollow({ pairings }, { games }) {
  const byId = new Map(games.map((game) => [game.id, game]))
  return pairings.flatMap(({ player, game: id, score, points, isAbsent }) => {
    const game = byId.get(id)
    const own = game?.counts ? game.results.get(player) : undefined
    const isSame =
      score === (own?.score ?? null) &&
      points === (own?.points ?? null) &&
      Number(isAbsent) === Number(own?.isAbsent ?? false)
    if (isSame) return []
    const noted = `${player} has ${score} with ${points} points${Number(isAbsent) === 1 ? ', absent' : ''}`
    const late = game?.ended && !game.counts ? 'it ended too late' : 'it does not count'
    const told = own === undefined ? late : `${own.score} with ${own.points} points`
    return [violation('results', `${noted}; by the game ${told}`, id)]
  })
}

/**
 * The stored sums of each player are those of the games.
 * @param {HeldArena} held
 * @param {Played} played
 */
function storedStandingsFollow({ entries }, { ofPlayer, tallies }) {
  return entries.flatMap((entry) => {
    const own = tallies.get(entry.player)?.at(-1) ?? NOTHING
    const counted = (ofPlayer.get(entry.player) ?? []).filter(({ counts }) => counts)
    const blacks = counted.filter(({ state }) => state.seats.black === entry.player).length
    const isSame = entry.blacks === blacks && KEYS.every((key) => entry[key] === own[key])
    if (isSame) return []
    const told = `${textOf(own)}, ${blacks} as Black`
    return [
      violation(
        'standings',
        `stored of ${entry.name} ${textOf(entry)}, ${entry.blacks} as Black; by the games ${told}`,
      ),
    ]
  })
}

/**
 * After the end every node shows every player once, with the place and the sums that follow from
 * the games.
 * @param {HeldArena} held
 * @param {Played} played
 */
function shownInTheEnd({ entries, looks }, { tallies }) {
  const ranking = entries
    .map((entry) => ({ entry, ...(tallies.get(entry.player)?.at(-1) ?? NOTHING) }))
    .sort(
      (a, b) =>
        b.score - a.score ||
        b.wins - a.wins ||
        b.points - a.points ||
        a.entry.at - b.entry.at ||
        (a.entry.player < b.entry.player ? -1 : 1),
    )
  const own = ranking.map((one, index) => `${index + 1} ${one.entry.name}: ${textOf(one)}`)
  const byNode = grouped(
    looks.filter(({ isLast }) => isLast),
    ({ node }) => node,
  )
  return [...byNode].flatMap(([node, last]) => {
    const shown = last
      .flatMap(({ standings }) => standings)
      .toSorted((a, b) => a.place - b.place)
      .map((one) => `${one.place} ${one.name}: ${textOf(one)}`)
    const length = Math.max(own.length, shown.length)
    return Array.from({ length }, (_, index) => [shown[index], own[index]])
      .filter(([one, other]) => one !== other)
      .map(([one, other]) => violation('standings', `${node} shows ${one}; by the games ${other}`))
  })
}

/**
 * All sums shown of a player are those of the player's first games, and every game shown was played
 * by the two players shown. So no result has changed.
 * @param {HeldArena} held
 * @param {Played} played
 */
function shownMeanwhile({ entries, looks }, { games, tallies }) {
  const playerOf = new Map(entries.map(({ name, player }) => [name, player]))
  const byId = new Map(games.map((game) => [game.id, game]))
  return looks.flatMap(({ node, standings, matches }) => [
    ...standings.flatMap((shown) => {
      const own = tallies.get(playerOf.get(shown.name) ?? '')?.[shown.games ?? 0]
      if (own !== undefined && textOf(own) === textOf(shown)) return []
      const told = own && textOf(own)
      return [
        violation('shown', `${node} showed ${shown.name} ${textOf(shown)}; by the games ${told}`),
      ]
    }),
    ...matches.flatMap(({ names, games: [id = ''] }) => {
      /** @type {readonly string[]} */
      const players = byId.get(id)?.players ?? []
      const isOwn = names.every((name) => players.includes(playerOf.get(name) ?? ''))
      return isOwn && names.length === 2
        ? []
        : [violation('shown', `${node} showed ${names.join(' and ')} in it`, id)]
    }),
  ])
}

/** @param {any} tally */
function textOf(tally) {
  return KEYS.map((key) => `${tally[key]} ${key}`).join(' ')
}
