import {
  type Color,
  type DealError,
  type EndRule,
  err,
  formatDeal,
  formatPosition,
  type HfenError,
  ok,
  type Piece,
  type Position,
  parseDeal,
  parsePosition,
  type RandomBytes,
  type Result,
  SQUARES,
  type Square,
  type Value,
} from '@hokito/rules'
import { computed, signal } from '@preact/signals'
import { dealOn, findingsOf, isAllowed, restOf } from '../../board/setup-rest.ts'
import {
  chooseOnto,
  chooseSide,
  clear,
  drop,
  giveTurn,
  goTo,
  type Held,
  letGo,
  lift,
  loadDeal,
  loadPosition,
  mirror,
  newSetup,
  type Onto,
  pressSquare,
  putBack,
  redo,
  rotate,
  type SetupState,
  shuffleRest,
  take,
  undo,
} from '../../board/setup-state.ts'
import type { SetupTask } from '../../board/setup-task.ts'
import { isLikeDeal } from './kind-of-text.ts'

/** Why a pasted text is neither a deal number nor a position. */
export type SetupTextError =
  | { readonly kind: 'deal'; readonly error: DealError }
  | { readonly kind: 'position'; readonly error: HfenError }

export type SetupModel = ReturnType<typeof createSetupModel>

/** A board being set up: signals for the page, actions for its controls. */
export function createSetupModel(task: SetupTask, first: Position, randomBytes: RandomBytes) {
  const state = signal(newSetup(task, first))
  const position = computed(() => state.value.position)
  const findings = computed(() => findingsOf(position.value, task))
  const edit = (change: (state: SetupState) => SetupState) => {
    state.value = change(state.peek())
  }
  return {
    task,
    state,
    position,
    findings,
    rest: computed(() => restOf(position.value)),
    isReady: computed(() => findings.value.every(isAllowed)),
    /** The position as text, for storing it elsewhere. */
    text: computed(() => textOf(task, position.value)),
    take: (piece: Piece) => edit((now) => take(now, piece)),
    /** Takes a piece of a value, of the side that the number keys take. */
    takeValue: (value: Value) => edit((now) => take(now, { color: now.side, value })),
    /** Takes something into an empty hand. */
    hold: (held: Held) =>
      edit((now) =>
        held.kind === 'stack' ? lift(now, held.square) : take(letGo(now), held.piece),
      ),
    chooseSide: (color: Color) => edit((now) => chooseSide(now, color)),
    press: (square: Square) => edit((now) => pressSquare(now, square)),
    drop: (square: Square | undefined) => edit((now) => drop(now, square)),
    letGo: () => edit(letGo),
    putBack: (square: Square) => edit((now) => putBack(now, square)),
    goTo: (square: Square) => edit((now) => goTo(now, square)),
    clear: () => edit(clear),
    mirror: () => edit(mirror),
    rotate: () => edit(rotate),
    shuffleRest: () => edit((now) => shuffleRest(now, randomBytes)),
    giveTurn: (color: Color) => edit((now) => giveTurn(now, color)),
    chooseOnto: (onto: Onto) => edit((now) => chooseOnto(now, onto)),
    undo: () => edit(undo),
    redo: () => edit(redo),
    /** Loads a pasted text; an error leaves everything unchanged. */
    load: (text: string): Result<undefined, SetupTextError> => {
      const read = readText(text.trim(), task)
      if (!read.ok) return read
      edit(read.value)
      return ok(undefined)
    },
  }
}

/** A board without pieces, Black to move. */
export function emptyPosition(endRule: EndRule): Position {
  return { board: SQUARES.map(() => undefined), turn: 'black', endRule, compensation: 0 }
}

// --- internal ---

function textOf(task: SetupTask, position: Position): string {
  if (task.kind === 'free') return formatPosition(position)
  const deal = dealOn(position.board)
  return deal === undefined ? '' : formatDeal(deal)
}

function readText(
  text: string,
  task: SetupTask,
): Result<(state: SetupState) => SetupState, SetupTextError> {
  if (task.kind !== 'free' || isLikeDeal(text)) {
    const deal = parseDeal(text)
    if (!deal.ok) return err({ kind: 'deal', error: deal.error })
    return ok((state) => loadDeal(state, deal.value))
  }
  const position = parsePosition(text, 'either')
  if (!position.ok) return err({ kind: 'position', error: position.error })
  return ok((state) => loadPosition(state, position.value))
}
