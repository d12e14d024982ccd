import { err, ok, type Result } from '@hokito/rules'
import { keysWith } from '../device/keys-with.ts'
import type { LocalGame } from './local-game.ts'
import { formatSave, parseSave, type SaveError } from './save.ts'

/** A damaged save that was set aside; its text is kept under `key`. */
export interface DamagedSave {
  readonly key: string
  readonly reason: SaveError
}

/** Why a game could not be stored: another tab wrote first, or the browser has no room for it. */
export type StoreRefusal = 'stale' | 'noRoom'

/**
 * The games stored on this device. Each has its own key, so that a damaged one never affects
 * others, and several tabs can work on different games at the same time.
 */
export interface GameStore {
  /** Undefined if there is no such game; a damaged one is set aside first. */
  load(id: string): Result<LocalGame | undefined, DamagedSave>
  /** Every readable game, last changed first; damaged ones are set aside and reported. */
  list(): { readonly games: readonly LocalGame[]; readonly damaged: readonly DamagedSave[] }
  /**
   * Stores the game as its next revision, unless another tab has stored one since `game.revision`.
   */
  save(game: LocalGame, now: number): Result<LocalGame, StoreRefusal>
  /**
   * Stores games as they are, replacing those with the same ids; either all of them, or none and
   * returns false.
   */
  takeIn(games: readonly LocalGame[]): boolean
  remove(id: string): void
  /** Calls back when another tab has changed this game. Returns a function that stops watching. */
  watch(id: string, onChange: () => void): () => void
}

/** The store over the browser's local storage, or anything of the same shape. */
export function createGameStore(storage: Storage, events: EventTarget): GameStore {
  return {
    load: (id) => loadFrom(storage, GAME_PREFIX + id),
    list: () => listFrom(storage),
    save: (game, now) => saveTo(storage, game, now),
    takeIn: (games) => takeInto(storage, games),
    remove: (id) => storage.removeItem(GAME_PREFIX + id),
    watch: (id, onChange) => {
      const listener = (event: Event) => {
        if (event instanceof StorageEvent && event.key === GAME_PREFIX + id) onChange()
      }
      events.addEventListener('storage', listener)
      return () => events.removeEventListener('storage', listener)
    },
  }
}

// --- internal ---

const GAME_PREFIX = 'hokito:game:'
const DAMAGED_PREFIX = 'hokito:damaged:'

function loadFrom(storage: Storage, key: string): Result<LocalGame | undefined, DamagedSave> {
  const text = storage.getItem(key)
  if (text === null) return asideOf(storage, key)
  const game = parseSave(text)
  return game.ok ? game : err(setAside(storage, key, text, game.error))
}

/** Reports a save that was set aside earlier again to any caller that asks for its game. */
function asideOf(storage: Storage, key: string): Result<undefined, DamagedSave> {
  const asideKey = DAMAGED_PREFIX + key.slice(GAME_PREFIX.length)
  const text = storage.getItem(asideKey)
  const game = text === null ? undefined : parseSave(text)
  return game === undefined || game.ok ? ok(undefined) : err({ key: asideKey, reason: game.error })
}

/**
 * Moves an unreadable save to a key that is neither read nor overwritten, so that nothing is lost.
 */
function setAside(storage: Storage, key: string, text: string, reason: SaveError): DamagedSave {
  const base = DAMAGED_PREFIX + key.slice(GAME_PREFIX.length)
  let asideKey = base
  for (let n = 2; storage.getItem(asideKey) !== null; n++) asideKey = `${base}:${n}`
  try {
    storage.setItem(asideKey, text)
  } catch {
    // No room for a second copy: the save stays in place, and is reported again next time.
    return { key, reason }
  }
  storage.removeItem(key)
  return { key: asideKey, reason }
}

function listFrom(storage: Storage): {
  games: readonly LocalGame[]
  damaged: readonly DamagedSave[]
} {
  const games: LocalGame[] = []
  const damaged: DamagedSave[] = []
  for (const key of keysWith(storage, GAME_PREFIX)) {
    const loaded = loadFrom(storage, key)
    if (!loaded.ok) damaged.push(loaded.error)
    else if (loaded.value !== undefined) games.push(loaded.value)
  }
  return { games: games.sort((a, b) => b.updatedAt - a.updatedAt), damaged }
}

function saveTo(storage: Storage, game: LocalGame, now: number): Result<LocalGame, StoreRefusal> {
  const stored = loadFrom(storage, GAME_PREFIX + game.id)
  if (stored.ok && stored.value !== undefined && stored.value.revision !== game.revision) {
    return err('stale')
  }
  const next = { ...game, revision: game.revision + 1, updatedAt: now }
  try {
    storage.setItem(GAME_PREFIX + game.id, formatSave(next))
    return ok(next)
  } catch {
    return err('noRoom')
  }
}

function takeInto(storage: Storage, games: readonly LocalGame[]): boolean {
  const before = games.map(
    ({ id }) => [GAME_PREFIX + id, storage.getItem(GAME_PREFIX + id)] as const,
  )
  try {
    for (const game of games) storage.setItem(GAME_PREFIX + game.id, formatSave(game))
    return true
  } catch {
    // The room ran out partway: the earlier saves are restored, and they fit as they did before.
    for (const [key] of before) storage.removeItem(key)
    for (const [key, text] of before) if (text !== null) storage.setItem(key, text)
    return false
  }
}
