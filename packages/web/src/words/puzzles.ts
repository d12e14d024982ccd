import { type Puzzle, type PuzzleSummary, THEMES, type Theme } from '@hokito/engine/puzzles'
import type { Rating } from '@hokito/protocol'
import {
  type Color,
  endingOnBoard,
  formatMove,
  formatSquare,
  type Move,
  numberBefore,
  outcome,
  type Position,
} from '@hokito/rules'
import type { Translate } from '../i18n/i18n.ts'
import {
  countFor,
  missedBy,
  type RightReason,
  reasonAgainst,
  reasonFor,
  type Tried,
  type WrongReason,
} from '../models/learn/reason.ts'
import { FAMILIAR_RULE } from '../models/puzzles/catalogue.ts'
import { isSettled, triesToSettle } from '../models/puzzles/puzzle-rating.ts'
import {
  firstTries,
  type KeptDay,
  type PuzzleProgress,
  type RatedTry,
} from '../models/puzzles/puzzle-store.ts'
import type { Missed } from '../models/puzzles/rush-model.ts'
import type { SolveModel } from '../models/puzzles/solve-model.ts'
import type { KnownRefutation } from '../models/puzzles/solve-state.ts'
import { describeHint as describeMoveHint } from './board-texts.ts'
import { describeStep, describeStuckOffTurn, describeUsualEnd } from './end-rule.ts'
import { describeEnd, describeStuck } from './game-end.ts'
import { describeRightInstead } from './played-line.ts'
import {
  describeKept,
  describeMissedLanding,
  describeReasonAgainst,
  describeReasonFor,
} from './reason.ts'
import { joinSentences } from './sentences.ts'
import { formatSigned } from './signed.ts'
import type { StatusWords } from './status.ts'

/**
 * The result of the last move, and the next task. `isNew`: is the player new to puzzles? Then hidden
 * pieces are explained.
 */
export function describeSolving(t: Translate, model: SolveModel, isNew: boolean): StatusWords {
  const hinted = describeHint(t, model)
  switch (model.state.value) {
    case 'asked':
    case 'replying':
      // A player who takes a hint still has to see the task.
      return hinted === undefined
        ? { text: describeAsked(t, model), note: describeBoard(t, model, isNew) }
        : { text: hinted, note: describeAsked(t, model) }
    case 'wrong':
      return describeWrong(t, model)
    case 'solved':
    case 'shown':
      return {
        text: describeEnded(t, model),
        note: joinSentences(describeSolution(t, model), describeAfter(t, model)),
      }
  }
}

/** A puzzle that is over, in a line and one short fact: the reasons are `describeSolving`'s. */
export function describeSolvedBriefly(t: Translate, model: SolveModel): StatusWords {
  const { position, worth, solver } = model
  const { value: last } = position
  const ending = endingOnBoard(last)
  const text = describeEnded(t, model)
  if (ending !== undefined) {
    return { text, note: describeEnd(t, { ending, last, own: solver, names: undefined }) }
  }
  if (worth.value === undefined) return { text, note: undefined }
  const note =
    worth.value === 0
      ? t('puzzles.brief.draw')
      : t('puzzles.brief.win', { count: Math.abs(worth.value) })
  return { text, note }
}

/** How the first try has changed the rating, or why it has not. */
export function describeRatingAfter(t: Translate, tried: RatedTry, isThemed: boolean): string {
  if (isThemed) return t('puzzles.practice.themeNote')
  const { isSolved, counts, before, after } = tried
  if (!counts) return t('puzzles.rating.firstTry')
  return joinSentences(
    isSettled(before) ? describeChange(t, before, after) : describeRating(t, after),
    isSolved ? '' : t('puzzles.rating.notSolved'),
  )
}

/** How many of the puzzles tried were solved at the first try; empty before the first one. */
export function describeFirstTries(t: Translate, progress: PuzzleProgress): string {
  const { tried, solved } = firstTries(progress)
  return tried === 0 ? '' : t('puzzles.practice.solved', { done: solved, of: tried })
}

/** The player's rating; until it is settled, how many puzzles that takes. */
export function describeRating(t: Translate, rating: Rating): string {
  return (
    describeRatingNumber(t, rating) ?? t('puzzles.rating.settling', { n: triesToSettle(rating) })
  )
}

/** The rating in a few words; undefined until it is settled. */
export function describeRatingNumber(t: Translate, rating: Rating): string | undefined {
  if (!isSettled(rating)) return undefined
  return t('puzzles.rating.is', { rating: Math.round(rating.rating) })
}

/** How much the first try has changed the rating; undefined if it has not, or until it is settled. */
export function ratingChange(tried: RatedTry | undefined): string | undefined {
  if (tried?.counts !== true || !isSettled(tried.after)) return undefined
  return formatSigned(Math.round(tried.after.rating) - Math.round(tried.before.rating))
}

/** The themes of a solved puzzle; undefined if it has none. */
export function describeThemes(t: Translate, { themes }: PuzzleSummary): string | undefined {
  if (themes.length === 0) return undefined
  const names = THEMES.filter((theme) => themes.includes(theme)).map((theme) =>
    t(`puzzles.themes.${theme}`),
  )
  return t('puzzles.about', { themes: names.join(', ') })
}

/** For a missed puzzle: its task, the effect of the move that was played, and all right moves. */
export function describeMissed(t: Translate, { puzzle, move }: Missed) {
  return {
    task: t(`puzzles.task.${puzzle.kind}.${puzzle.position.turn}`),
    wrong: t(`puzzles.wrong.${puzzle.kind}`, { move: formatMove(move) }),
    solution: t('puzzles.rush.solution', { moves: formatLine(puzzle) }),
  }
}

/** The result of a daily puzzle. */
export function describeDay(t: Translate, kept: KeptDay | undefined): string {
  return t(`puzzles.day.results.${kept?.result ?? 'open'}`)
}

// --- internal ---

/** The moves of the solution, numbered from 1 if there are several. */
function formatLine({ solution, position }: Puzzle): string {
  if (solution.length === 1) return solution.map(formatMove).join('')
  return solution
    .map((move, ply) =>
      [numberBefore(ply, position.turn), formatMove(move)].filter(Boolean).join('\u00a0'),
    )
    .join(' ')
}

/** The themes of puzzles in which running out of moves is the idea. */
const COUNTED: ReadonlySet<Theme> = new Set(['stuck', 'ownEnd'])

/** The task: who moves, what for, and in how many moves. */
function describeTask(t: Translate, { puzzle, solver }: SolveModel): string {
  return joinSentences(
    t(`puzzles.task.${puzzle.kind}.${solver}`),
    t('puzzles.toFind', { count: puzzle.ownMoves }),
  )
}

/** How a puzzle has ended; the first try is what counts. */
function describeEnded(t: Translate, { state, isMissed }: SolveModel): string {
  if (state.value === 'shown') return t('puzzles.shown')
  return t(isMissed.value ? 'puzzles.solvedLater' : 'puzzles.solved')
}

/** The moves of the solution if it was shown, and its reason, which may name the only one. */
function describeSolution(t: Translate, model: SolveModel): string {
  const { state, rest, puzzle } = model
  const reason = describeRightReason(t, model)
  const moves = formatLine(puzzle)
  // A player who has just made the moves knows them.
  const isKnown = state.value === 'solved' || rest.found.value !== undefined
  return joinSentences(
    isKnown || reason.startsWith(moves) ? '' : moves,
    reason,
    describeUsualEnd(t, puzzle.position, [...puzzle.solution, ...(rest.found.value?.moves ?? [])]),
  )
}

function describeHint(t: Translate, { hints, hinted }: SolveModel): string | undefined {
  const { value: move } = hinted
  if (move === undefined) return undefined
  return hints.value === 1
    ? t('puzzles.hint', { square: formatSquare(move.from) })
    : describeMoveHint(t, move)
}

function describeAsked(t: Translate, model: SolveModel): string {
  return model.ply.value === 0
    ? describeTask(t, model)
    : t('puzzles.right', { count: model.left.value })
}

/**
 * The differences from the games that the player knows: the end rule, and at first hidden pieces.
 */
function describeBoard(t: Translate, model: SolveModel, isNew: boolean): string | undefined {
  const { position, endRule } = model.puzzle
  const isTold = isNew && model.ply.value === 0 && hasHidden(position)
  const words = joinSentences(
    endRule === FAMILIAR_RULE ? '' : t('puzzles.otherRule'),
    describeStuckNow(t, model),
    isTold ? t('puzzles.hidden') : '',
  )
  return words === '' ? undefined : words
}

/** Is there a stack of which only the top is known? */
function hasHidden({ board }: Position): boolean {
  return board.some((stack) => stack?.pieces.includes(undefined) ?? false)
}

/**
 * Why a move was wrong: its result as soon as that is proved, and the opponent's reply on request.
 */
function describeWrong(t: Translate, model: SolveModel): StatusWords {
  const { puzzle, wrong, refuting, isWhyAsked } = model
  const { value: known } = refuting
  const move = wrong.value === undefined ? '' : formatMove(wrong.value)
  const text = t(`puzzles.wrong.${puzzle.kind}`, { move })
  // A learner easily forgets that a move can end the game.
  const over = outcome(model.position.value) === undefined ? '' : t('played.overThen')
  if (known?.kind === 'known') {
    return {
      text: isWhyAsked.value ? describeReply(t, model, known) : text,
      note: joinSentences(
        isWhyAsked.value ? '' : over,
        describeReason(t, model, known),
        describeCost(t, model.solver, wrong.value, known),
      ),
    }
  }
  if (!isWhyAsked.value) return over === '' ? { text } : { text, note: over }
  return known?.kind === 'failed'
    ? { text, note: t('notice.computerFailed') }
    : { text: t('puzzles.refuting', { move }) }
}

/** The last move of the refutation on the board; the wrong move itself may end the game. */
function describeReply(t: Translate, model: SolveModel, { step }: KnownRefutation): string {
  return step === 0 ? t('played.overThen') : describeLast(t, model)
}

/** Which stack punishes the wrong move. */
function describeReason(
  t: Translate,
  model: SolveModel,
  // Until the right move is proved, it is known only that it does better.
  { refutation: { moves, lead }, step, rightLead = 0 }: KnownRefutation,
): string {
  const found = model.positions.value.length - 2 - step
  const start = model.positions.value[found]
  const move = model.wrong.value
  if (start === undefined || move === undefined) return ''
  const loss = Math.abs(rightLead - lead)
  const [best, ...line] = model.puzzle.solution.slice(found)
  const right: Tried | undefined = best && [best, ...line]
  const reason = reasonAgainst(start, move, moves, loss, right)
  if (isOnBoard(reason, model)) return ''
  const tried = [move, ...moves] as const
  return (
    describeReasonAgainst(t, start, move, reason) ||
    describeMissedBy(t, start, tried, right, loss) ||
    describeKept(t, start, tried, loss)
  )
}

/** What a wrong move misses of the solution, which it does not name; empty if that is little. */
function describeMissedBy(
  t: Translate,
  start: Position,
  tried: Tried,
  right: Tried | undefined,
  loss: number,
): string {
  const missed = right && missedBy(start, tried, right, loss)
  return missed === undefined ? '' : describeMissedLanding(t, tried[0], missed)
}

/** Which stacks the first move of the solution keeps safe, or prepares to cover. */
function describeRightReason(t: Translate, model: SolveModel): string {
  const { puzzle, rest, worth } = model
  const [move, ...replies] = puzzle.solution
  if (move === undefined) return ''
  const line = [...replies, ...(rest.found.value?.moves ?? [])]
  const found = reasonFor(puzzle.position, move, line, Math.abs(worth.value ?? 0))
  const isUnexplained = found.kind === 'none' && puzzle.themes.some((each) => COUNTED.has(each))
  const reason = isUnexplained ? countFor(puzzle.position, move) : found
  return isOnBoard(reason, model) ? '' : describeReasonFor(t, puzzle.position, move, reason)
}

/** Is the reason that the game ends, which the board shows already? */
function isOnBoard({ kind }: RightReason | WrongReason, { position }: SolveModel): boolean {
  return kind === 'ends' && outcome(position.value) !== undefined
}

function describeChange(t: Translate, before: Rating, after: Rating): string {
  const rating = Math.round(after.rating)
  const change = rating - Math.round(before.rating)
  return t('puzzles.rating.changed', { rating, change: formatSigned(change) })
}

/**
 * Why the solution is right: the end of the game if it stands on the board, else how that is found,
 * or what is proved.
 */
function describeAfter(t: Translate, model: SolveModel): string {
  const { position, rest, worth, solver, state } = model
  const { value: last } = position
  const ending = endingOnBoard(last)
  if (ending !== undefined) {
    // A player who was shown the solution has not won.
    const own = state.value === 'shown' ? undefined : solver
    const game = { ending, last, own, names: undefined }
    return joinSentences(describeStuck(t, game), describeEnd(t, game))
  }
  switch (rest.state.value) {
    case 'working':
      return t('puzzles.rest.working')
    case 'playing':
      return joinSentences(describeLast(t, model), describeFound(t, model))
    case 'failed':
      return t('notice.computerFailed')
    default:
      return describeWorth(t, worth.value)
  }
}

/** The last move on the board. */
function describeLast(t: Translate, { positions, moves }: SolveModel): string {
  const move = moves.value.at(-1)
  const before = positions.value.at(-2)
  return move === undefined || before === undefined ? '' : describeStep(t, before, move)
}

/** Whether the last move leaves a side stuck that need not move yet, or saves it. */
function describeStuckNow(t: Translate, { positions, moves }: SolveModel): string {
  const move = moves.value.at(-1)
  const before = positions.value.at(-2)
  return move === undefined || before === undefined ? '' : describeStuckOffTurn(t, before, move)
}

/** What the last move on the board comes to, once that is proved. */
function describeFound(t: Translate, { rest, moves, solver }: SolveModel): string {
  const last = moves.value.at(-1)
  const { value: found } = rest.found
  return last === undefined || found === undefined
    ? ''
    : describeResult(t, solver, last, found.lead)
}

/**
 * The least that the solver gets, once it is proved: the replies in the solution may give away
 * more.
 */
function describeWorth(t: Translate, lead: number | undefined): string {
  if (lead === undefined) return ''
  if (lead === 0) return t('puzzles.atLeast.draw')
  return t('puzzles.atLeast.win', { count: Math.abs(lead) })
}

/** The results of the wrong move and of the right one, for the solver. */
function describeCost(
  t: Translate,
  solver: Color,
  move: Move | undefined,
  { refutation: { lead }, rightLead }: KnownRefutation,
): string {
  return joinSentences(
    describeResult(t, solver, move, lead),
    rightLead === undefined ? '' : describeRightInstead(t, rightLead),
  )
}

/** What a move comes to for the solver, by proof; `lead` is Black's points minus White's. */
function describeResult(t: Translate, solver: Color, move: Move | undefined, lead: number): string {
  const own = solver === 'black' ? lead : -lead
  return own === 0
    ? t('played.comesTo.draw', { move: move === undefined ? '' : formatMove(move) })
    : t(`puzzles.yours.${own > 0 ? 'win' : 'lose'}`, { count: Math.abs(own) })
}
