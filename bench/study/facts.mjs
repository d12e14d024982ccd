// @ts-check
/** What finished games tell about the game: figures with their standard errors. */
import {
  isSameMove,
  leader,
  legalMoves,
  movesOf,
  opposite,
  outcome,
  ownerOf,
  play,
  pointsOf,
  score,
  scoreParts,
} from '../../packages/rules/dist/index.js'
import { mean, median } from '../engine/figures.mjs'
import {
  covers,
  dearestStack,
  gainOf,
  isBySingle,
  isOnOwn,
  isWithinReach,
  LARGE,
  leadOf,
  moverValue,
  opensTo,
  threats,
} from './moves.mjs'

/** @typedef {import('../../packages/rules/dist/index.js').Color} Color */
/** @typedef {import('../../packages/rules/dist/index.js').Move} Move */
/** @typedef {import('../../packages/rules/dist/index.js').Position} Position */
/** A game with all its positions. @typedef {{ readonly positions: readonly Position[], readonly moves: readonly Move[] }} Game */
/** @typedef {{ readonly value: number, readonly error: number, readonly of: number }} Fact a mean, its standard error, and over how many cases */

/** The phases of a game, by the ply before which they end. */
export const PHASES = /** @type {const} */ ([8, 16, 24, 36])
/** What a result counts for Black. */
const SCORES = /** @type {const} */ ({ black: 1, draw: 0.5, white: 0 })
const LED_AT = /** @type {const} */ ([8, 12, 16, 20, 24])
/** After so many plies the stack of the side that has just moved is looked at: one of each side. */
const KEPT_AT = [23, 24]

/**
 * All facts of some games, by name. Shares are from 0 to 1; margins are Black's points less
 * White's.
 * @param {readonly Game[]} games finished, with the same end rule
 * @returns {Readonly<Record<string, Fact>>}
 */
export function factsOf(games) {
  const ends = games.map(endOf)
  const decided = games.filter((game) => winnerOf(game) !== undefined)
  return {
    blackScores: factOf(games.map((game) => SCORES[winnerOf(game) ?? 'draw'])),
    drawn: factOf(games.map((game) => Number(winnerOf(game) === undefined))),
    margin: factOf(ends.map(({ margin }) => margin)),
    medianMargin: {
      ...factOf(ends.map(({ margin }) => margin)),
      value: median(ends.map(({ margin }) => margin)),
    },
    plies: factOf(games.map(({ moves }) => moves.length)),
    squaresAtEnd: factOf(ends.map(({ squares }) => squares)),
    highestStack: factOf(ends.map(({ highest }) => highest)),
    dearestShare: factOf(decided.map(dearestShare)),
    onesOnTop: factOf(ends.flatMap(({ tops }) => tops.map((top) => Number(top === 1)))),
    threesOnTop: factOf(ends.flatMap(({ tops }) => tops.map((top) => Number(top === 3)))),
    lastMoveWins: factOf(decided.map((game) => Number(lastMover(game) === winnerOf(game)))),
    leadLasts: { ...factOf(decided.map(leadLasts)), value: median(decided.map(leadLasts)) },
    ...leads(decided),
    ...inPhases(games),
    ...opening(games),
    ...attacking(games),
    ...coveringThrees(games),
    ...landingLast(games),
    ...keeping(games),
    ...telling(decided),
  }
}

/**
 * How often a game that ended under `onTurn` had a position before its end where it would have
 * ended under `either`, and with another winner.
 * @param {readonly Game[]} games under `onTurn`
 */
export function otherEnds(games) {
  const early = games.map((game) => game.positions.find(isEitherEnd))
  const earlier = games.map((game, at) => early[at] !== game.positions.at(-1))
  const other = games.map(
    (game, at) =>
      early[at] !== undefined && leader(score(early[at])) !== leader(score(lastOf(game))),
  )
  return { earlierEnd: factOf(earlier.map(Number)), otherWinner: factOf(other.map(Number)) }
}

/** A mean with its standard error. @param {readonly number[]} values @returns {Fact} */
export function factOf(values) {
  const value = mean(values)
  const variance = mean(values.map((each) => (each - value) ** 2))
  return { value, error: Math.sqrt(variance / values.length), of: values.length }
}

// --- internal ---

/** @param {Game} game */
function endOf(game) {
  const position = lastOf(game)
  const points = score(position)
  const stacks = position.board.flatMap((stack) => (stack === undefined ? [] : [stack]))
  return {
    margin: points.black - points.white,
    squares: stacks.length,
    highest: Math.max(...stacks.map(({ height }) => height)),
    tops: stacks.map(({ top }) => top.value),
  }
}

/** @param {Game} game */
function lastOf(game) {
  const last = game.positions.at(-1)
  if (last === undefined) throw new Error('a game has a position')
  return last
}

/** @param {Game} game @returns {Color | undefined} */
function winnerOf(game) {
  const winner = outcome(lastOf(game))?.winner
  if (winner === undefined) throw new Error('a game of the study is over')
  return winner === 'draw' ? undefined : winner
}

/** @param {Game} game @returns {Color} */
function lastMover(game) {
  return game.moves.length % 2 === 1 ? 'black' : 'white'
}

/**
 * The share of the winner's points that its dearest stack has.
 * @param {Game} game
 */
function dearestShare(game) {
  const winner = winnerOf(game) ?? 'black'
  const last = lastOf(game)
  return (scoreParts(last)[winner][0]?.points ?? 0) / score(last)[winner]
}

/**
 * For how many plies before the end the winner has led without a break.
 * @param {Game} game
 */
function leadLasts(game) {
  const winner = winnerOf(game)
  const unled = game.positions.findLastIndex((position) => leader(score(position)) !== winner)
  return game.positions.length - 1 - unled
}

/**
 * How often the side that leads after so many plies wins; level positions are left out.
 * @param {readonly Game[]} games with a winner
 */
function leads(games) {
  return Object.fromEntries(
    LED_AT.map((ply) => {
      const cases = games.flatMap((game) => {
        const position = game.positions[ply]
        const ahead = position && leader(score(position))
        return ahead === undefined || ahead === 'draw' ? [] : [Number(ahead === winnerOf(game))]
      })
      return [`leaderWinsAt${ply}`, factOf(cases)]
    }),
  )
}

/** @param {readonly Game[]} games */
function inPhases(games) {
  const all = games.flatMap((game) =>
    game.moves.flatMap((move, ply) => {
      const position = game.positions[ply]
      return position === undefined ? [] : [{ ply, ...kindOf(position, move) }]
    }),
  )
  const names = /** @type {const} */ ([
    'coversOwn',
    'isBySingle',
    'isDearest',
    'givenUp',
    'choices',
  ])
  const rows = PHASES.map((until, at) => {
    const from = PHASES[at - 1] ?? 0
    const within = all.filter(({ ply }) => ply >= from && ply < until)
    return names.map((name) => [
      `${name}Until${until}`,
      factOf(within.map((each) => Number(each[name]))),
    ])
  })
  const byThrees = factOf(all.map(({ value }) => Number(value === 3)))
  const byOnes = factOf(all.map(({ value }) => Number(value === 1)))
  return { ...Object.fromEntries(rows.flat()), byThrees, byOnes }
}

/**
 * How often a side whose most valuable stack is out of reach has a move that opens a way to it.
 * @param {readonly Game[]} games
 */
function opening(games) {
  return Object.fromEntries(
    PHASES.map((until, at) => {
      const within = games.flatMap(({ positions }) => positions.slice(PHASES[at - 1] ?? 0, until))
      const cases = within.flatMap((position) => {
        const moves = legalMoves(position)
        const { points = 0, square = 0 } = dearestStack(position) ?? {}
        if (moves.length === 0 || points < LARGE || isWithinReach(position, square, position.turn))
          return []
        return [Number(moves.some((move) => opensTo(position, move, square)))]
      })
      return [`canOpenUntil${until}`, factOf(cases)]
    }),
  )
}

/**
 * Of the landings on a large stack that had stood there for two plies: how often the side could not
 * have landed there a move earlier. And how often a move makes such a landing possible.
 * @param {readonly Game[]} games
 */
function attacking(games) {
  const rows = PHASES.map((until, at) => {
    const from = Math.max(2, PHASES[at - 1] ?? 0)
    const plies = atMoves(games, from, until, (position, move, before) =>
      before === undefined ? [] : [{ position, before, move }],
    )
    const landings = plies.filter(({ position, before, move: { to } }) => {
      const under = position.board[to]
      const stood = before.board[to]
      return (
        under !== undefined &&
        ownerOf(under) !== position.turn &&
        pointsOf(under) >= LARGE &&
        stood?.height === under.height &&
        ownerOf(stood) === ownerOf(under)
      )
    })
    const cameInTwo = landings.map(({ before, move: { to } }) =>
      Number(!legalMoves(before).some((each) => each.to === to)),
    )
    const threatening = plies.map(({ position, move }) =>
      Number(threats(position, move, LARGE).length > 0),
    )
    return [
      [`cameInTwoUntil${until}`, factOf(cameInTwo)],
      [`threatensUntil${until}`, factOf(threatening)],
    ]
  })
  return Object.fromEntries(rows.flat())
}

/**
 * What is found at the moves of a phase: the position before each, the move, and the position two
 * plies earlier, if there is one.
 * @template Case
 * @param {readonly Game[]} games
 * @param {number} from
 * @param {number} until
 * @param {(position: Position, move: Move, before: Position | undefined) => readonly Case[]} casesAt
 */
function atMoves(games, from, until, casesAt) {
  return games.flatMap(({ positions, moves }) =>
    moves.slice(from, until).flatMap((move, index) => {
      const position = positions[from + index]
      return position === undefined ? [] : casesAt(position, move, positions[from + index - 2])
    }),
  )
}

/**
 * How many moves cover a three of the other side, among those that were played and among all that
 * cover the other side.
 * @param {readonly Game[]} games
 */
function coveringThrees(games) {
  const rows = PHASES.map((until, at) => {
    const from = PHASES[at - 1] ?? 0
    const cases = atMoves(games, from, until, (position, move) => {
      const theirs = legalMoves(position).filter((each) => !isOnOwn(position, each))
      if (theirs.length === 0) return []
      const onThrees = theirs.filter((each) => covers(position, each, 3))
      return [
        { chosen: Number(covers(position, move, 3)), possible: onThrees.length / theirs.length },
      ]
    })
    return [
      [`coversThreeUntil${until}`, factOf(cases.map(({ chosen }) => chosen))],
      [`couldCoverThreeUntil${until}`, factOf(cases.map(({ possible }) => possible))],
    ]
  })
  return Object.fromEntries(rows.flat())
}

/**
 * Of the most valuable stacks that the side to move can cover: how often it covers one that the
 * other side could win back straight away, and one that it couldn't. And how often the mover then
 * has as many stacks left that can land there as the other side, in its landings and in those that
 * it leaves out.
 * @param {readonly Game[]} games
 */
function landingLast(games) {
  const rows = PHASES.map((until, at) => {
    const from = PHASES[at - 1] ?? 0
    const cases = atMoves(games, from, until, (position, move) => {
      const square = dearestTarget(position)
      if (square === undefined) return []
      const landings = legalMoves(position).filter(({ to }) => to === square)
      const after = landings.map((each) => ({
        isChosen: isSameMove(each, move),
        ...landersAfter(position, each),
      }))
      return [{ isCovered: Number(move.to === square), after }]
    })
    const isGuarded = (/** @type {typeof cases[number]} */ { after }) =>
      after.every(({ other }) => other > 0)
    const isOpen = (/** @type {typeof cases[number]} */ { after }) =>
      after.every(({ other }) => other === 0)
    const landings = cases.flatMap(({ after }) => after)
    const isLast = (/** @type {typeof landings[number]} */ { own, other }) => Number(own >= other)
    const covered = (/** @type {typeof cases} */ of) => factOf(of.map((each) => each.isCovered))
    return [
      [`coversOpenUntil${until}`, covered(cases.filter(isOpen))],
      [`coversGuardedUntil${until}`, covered(cases.filter(isGuarded))],
      [`landsLastUntil${until}`, factOf(landings.filter((each) => each.isChosen).map(isLast))],
      [`couldLandLastUntil${until}`, factOf(landings.filter((each) => !each.isChosen).map(isLast))],
    ]
  })
  return Object.fromEntries(rows.flat())
}

/** The square of the most valuable large stack of the other side that the side to move can cover. @param {Position} position */
function dearestTarget(position) {
  const [first] = legalMoves(position)
    .flatMap(({ to }) => {
      const under = position.board[to]
      return under !== undefined && ownerOf(under) !== position.turn && pointsOf(under) >= LARGE
        ? [{ to, points: pointsOf(under) }]
        : []
    })
    .sort((a, b) => b.points - a.points)
  return first?.to
}

/**
 * How often the side that has just moved has its most valuable large stack at the end, by what can
 * land there: the other side straight away, with fewer guards of its own than that, or with as many;
 * the other side with two moves in a row only, or not even so. Of those between, also by whether the
 * stack has a move itself.
 * @param {readonly Game[]} games
 */
function keeping(games) {
  const cases = games.flatMap((game) => KEPT_AT.flatMap((ply) => keptAt(game, ply)))
  const kept = (/** @type {(each: typeof cases[number]) => boolean} */ isOf) =>
    factOf(cases.filter(isOf).map((each) => each.isKept))
  return {
    keptOpen: kept(({ now, guards }) => now > 0 && guards === 0),
    keptGuarded: kept(({ now, guards }) => now > 0 && guards >= now),
    keptForNow: kept(({ now, isSoon }) => now === 0 && isSoon),
    keptForNowIfMobile: kept(({ now, isSoon, canMove }) => now === 0 && isSoon && canMove),
    keptForNowIfStill: kept(({ now, isSoon, canMove }) => now === 0 && isSoon && !canMove),
    keptAway: kept(({ now, isSoon }) => now === 0 && !isSoon),
  }
}

/** @param {Game} game @param {number} ply */
function keptAt({ positions, moves }, ply) {
  const position = positions[ply]
  if (position === undefined || ply >= moves.length) return []
  const own = opposite(position.turn)
  const { points = 0, square = 0 } = scoreParts(position)[own][0] ?? {}
  if (points < LARGE) return []
  const mine = movesOf(position, own)
  const now = legalMoves(position).filter(({ to }) => to === square).length
  // Both may land on it, and it may move and be covered: its pieces stay together.
  const last = moves.slice(ply).reduce((at, { from, to }) => (from === at ? to : at), square)
  const stack = positions.at(-1)?.board[last]
  return [
    {
      now,
      isSoon: legalMoves(position).some((move) => isWithinReach(play(position, move), square, own)),
      guards: mine.filter(({ to }) => to === square).length,
      canMove: mine.some(({ from }) => from === square),
      isKept: Number(stack !== undefined && ownerOf(stack) === own),
    },
  ]
}

/** How many stacks of each side can land where a move has landed. @param {Position} position @param {Move} move */
function landersAfter(position, move) {
  const after = play(position, move)
  if (outcome(after) !== undefined) return { own: 0, other: 0 }
  const count = (/** @type {Color} */ color) =>
    movesOf(after, color).filter(({ to }) => to === move.to).length
  return { own: count(position.turn), other: count(after.turn) }
}

/** @param {Position} position @param {Move} move */
function kindOf(position, move) {
  const moves = legalMoves(position)
  const gains = moves.map((each) => gainOf(position, each))
  const gain = gainOf(position, move)
  return {
    value: moverValue(position, move),
    coversOwn: isOnOwn(position, move),
    isBySingle: isBySingle(position, move),
    isDearest: gain === Math.max(...gains),
    givenUp: Math.max(...gains) - gain,
    choices: moves.length,
  }
}

/**
 * How the final margin goes with what can be counted after so many plies: correlations.
 * @param {readonly Game[]} games
 */
function telling(games) {
  const counts = /** @type {const} */ ({
    points: (/** @type {Position} */ at) => leadOf(at, 'black'),
    moves: (/** @type {Position} */ at) =>
      movesOf(at, 'black').length - movesOf(at, 'white').length,
    squares: (/** @type {Position} */ at) => squaresOf(at, 'black') - squaresOf(at, 'white'),
  })
  return Object.fromEntries(
    LED_AT.flatMap((ply) => {
      const there = games.filter(({ moves }) => moves.length > ply)
      const results = there.map((game) => Math.sign(endOf(game).margin))
      return Object.entries(counts).map(([name, count]) => {
        const counted = there.map((game) => count(game.positions[ply] ?? lastOf(game)))
        return [`${name}TellAt${ply}`, correlation(counted, results)]
      })
    }),
  )
}

/** @param {Position} position @param {Color} color */
function squaresOf(position, color) {
  return position.board.filter((stack) => stack !== undefined && ownerOf(stack) === color).length
}

/** @param {readonly number[]} xs @param {readonly number[]} ys @returns {Fact} */
function correlation(xs, ys) {
  const [x, y] = [mean(xs), mean(ys)]
  const along = mean(xs.map((each, at) => (each - x) * ((ys[at] ?? y) - y)))
  const spread = Math.sqrt(
    mean(xs.map((each) => (each - x) ** 2)) * mean(ys.map((each) => (each - y) ** 2)),
  )
  const value = along / spread
  return { value, error: (1 - value ** 2) / Math.sqrt(xs.length), of: xs.length }
}

/** @param {Position} position */
function isEitherEnd(position) {
  return movesOf(position, 'black').length === 0 || movesOf(position, 'white').length === 0
}
