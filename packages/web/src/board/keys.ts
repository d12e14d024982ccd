import type { Square, Value } from '@hokito/rules'
import type { BoardScene } from './scene.ts'
import { type BoardState, WALKING_KEYS, walk, walkToMovable, walkToValue } from './state.ts'

/** The actions of the board's keys. */
export interface KeyHandlers {
  readonly walkTo: (next: BoardState) => void
  readonly press: (square: Square) => void
  readonly inspect: (square: Square) => void
  readonly cancel: () => void
}

/** Handles one of the board's keys; returns false for every other key. */
export function handleKey(
  event: KeyboardEvent,
  scene: BoardScene,
  state: BoardState,
  handlers: KeyHandlers,
): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey) return false
  const { key } = event
  const walking = WALKING_KEYS.find((each) => each === key)
  const value = VALUE_KEYS.get(key)
  if (walking !== undefined) handlers.walkTo(walk(scene, state, walking))
  else if (value !== undefined) handlers.walkTo(walkToValue(scene, state, value))
  else if (key === 'm') handlers.walkTo(walkToMovable(scene, state))
  else if (key === 'Enter' || key === ' ') handlers.press(state.cursor)
  else if (key === 'i') handlers.inspect(state.cursor)
  else if (key === 'Escape' && state.chosen !== undefined) handlers.cancel()
  else return false
  return true
}

/**
 * Is a key meant for the board although the board is not focused? The keys that jump to a piece
 * are, except in a field or a dialog; the arrow keys only while nothing has the focus.
 */
export function isForBoard({ key, target, defaultPrevented }: KeyboardEvent): boolean {
  if (defaultPrevented || !(target instanceof Element)) return false
  if (target.closest('input, textarea, select, dialog, [role=grid]') !== null) return false
  return (
    key === 'm' || VALUE_KEYS.has(key) || (key.startsWith('Arrow') && target.matches('body, main'))
  )
}

// --- internal ---

const VALUE_KEYS: ReadonlyMap<string, Value> = new Map([
  ['1', 1],
  ['2', 2],
  ['3', 3],
])
