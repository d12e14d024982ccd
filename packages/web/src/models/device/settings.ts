import { BOARDS, PIECES } from '@hokito/picture/parts'
import * as v from 'valibot'
import { MARKS, type Marks } from '../../board/look.ts'
import { CONFIRMATIONS, type Confirmation } from '../../board/state.ts'
import { LANGUAGES, type Language } from '../../i18n/languages.ts'
import { createKeptProgress } from './kept-progress.ts'

/** `system` follows the device. */
export const THEMES = ['system', 'light', 'dark', 'contrast'] as const
export type Theme = (typeof THEMES)[number]

/** The boards and the sets of pieces to choose from; `theme` takes those of the theme. */
export const BOARD_CHOICES = ['theme', ...BOARDS] as const
export type BoardChoice = (typeof BOARD_CHOICES)[number]
export const PIECES_CHOICES = ['theme', ...PIECES] as const
export type PiecesChoice = (typeof PIECES_CHOICES)[number]

/** A player's settings on this device. */
export interface Settings {
  readonly theme: Theme
  readonly board: BoardChoice
  readonly pieces: PiecesChoice
  readonly marks: Marks
  /** Do the two sides' discs also differ by a pattern? */
  readonly pattern: boolean
  readonly coordinates: boolean
  readonly animation: boolean
  readonly confirmation: Confirmation
  /** Volume of the sounds, from 0 (silent) to 100. */
  readonly volume: number
  /** Has a game ended here, or has the player closed the line about the goal? */
  readonly knowsGoal: boolean
  /** Undefined: the browser's language. */
  readonly language: Language | undefined
}

export type SettingsModel = ReturnType<typeof createSettings>

/** Settings kept on this device; unreadable ones are set aside and the defaults apply. */
export function createSettings(storage: Storage) {
  const kept = createKeptProgress(() => storage, {
    ...{ key: 'hokito:settings', none: DEFAULTS },
    read: parseSettings,
  })
  return {
    settings: kept.value,
    /** The key under which unreadable settings were set aside, if there were any. */
    damagedKey: kept.damagedKey,
    /** Changes some settings; those that cannot be stored last as long as the page. */
    change: (changes: Partial<Settings>) => kept.change((now) => ({ ...now, ...changes })),
    /** Takes settings over. Returns a function that undoes it; undefined if there is no room. */
    takeIn: (settings: Settings) => kept.takeIn(() => settings),
  }
}

/** Reads settings, possibly of an earlier version; undefined if they are not settings at all. */
export function parseSettings(json: unknown): Settings | undefined {
  const shape = v.safeParse(SHAPE, json)
  return shape.success ? withLanguage(shape.output) : undefined
}

// --- internal ---

/** Every setting may be absent, if it is newer than the stored settings or was never changed. */
const SHAPE = v.object({
  theme: v.optional(v.picklist(THEMES), 'system'),
  board: v.optional(v.picklist(BOARD_CHOICES), 'theme'),
  pieces: v.optional(v.picklist(PIECES_CHOICES), 'theme'),
  marks: v.optional(v.picklist(MARKS), 'bars'),
  pattern: v.optional(v.boolean(), false),
  coordinates: v.optional(v.boolean(), true),
  animation: v.optional(v.boolean(), true),
  confirmation: v.optional(v.picklist(CONFIRMATIONS), 'one'),
  volume: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(100)), 60),
  knowsGoal: v.optional(v.boolean(), false),
  language: v.optional(v.picklist(LANGUAGES)),
})

const DEFAULTS: Settings = withLanguage(v.parse(SHAPE, {}))

/** An absent language leaves the choice to the browser. */
function withLanguage(shape: v.InferOutput<typeof SHAPE>): Settings {
  return { ...shape, language: shape.language }
}
