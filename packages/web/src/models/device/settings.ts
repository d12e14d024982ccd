import { signal } from '@preact/signals'
import * as z from 'zod/mini'
import { MARKS, type Marks } from '../../board/look.ts'
import { CONFIRMATIONS, type Confirmation } from '../../board/state.ts'
import { LANGUAGES, type Language } from '../../i18n/languages.ts'

/** `system` follows the device. */
export const THEMES = ['system', 'light', 'dark', 'contrast'] as const
export type Theme = (typeof THEMES)[number]

/** What a person has chosen for this device. */
export interface Settings {
  readonly theme: Theme
  readonly marks: Marks
  /** Do the sides' discs also differ by a pattern? */
  readonly pattern: boolean
  readonly coordinates: boolean
  readonly animation: boolean
  readonly confirmation: Confirmation
  /** Loudness of the sounds from 0, silent, to 100. */
  readonly volume: number
  /** The browser's if undefined. */
  readonly language: Language | undefined
}

export type SettingsModel = ReturnType<typeof createSettings>

/** Settings kept on this device; unreadable ones fall back to the defaults and are kept aside. */
export function createSettings(storage: Storage) {
  const loaded = load(storage)
  const settings = signal<Settings>(loaded.settings)
  return {
    settings,
    /** Where unreadable settings were put, if there were any. */
    damagedKey: loaded.damagedKey,
    /** Changes some settings; those that cannot be stored last as long as the page. */
    change: (changes: Partial<Settings>) => {
      settings.value = { ...settings.peek(), ...changes }
      try {
        storage.setItem(KEY, JSON.stringify(settings.peek()))
        return true
      } catch {
        return false
      }
    },
  }
}

/** Reads settings that may be of an earlier version; undefined when they are not settings at all. */
export function parseSettings(json: unknown): Settings | undefined {
  const shape = SHAPE.safeParse(json)
  return shape.success ? withLanguage(shape.data) : undefined
}

// --- internal ---

const KEY = 'hokito:settings'

/** Every setting may be absent: it came later than what is stored, or was never changed. */
const SHAPE = z.object({
  theme: z._default(z.enum(THEMES), 'system'),
  marks: z._default(z.enum(MARKS), 'bars'),
  pattern: z._default(z.boolean(), false),
  coordinates: z._default(z.boolean(), true),
  animation: z._default(z.boolean(), true),
  confirmation: z._default(z.enum(CONFIRMATIONS), 'one'),
  volume: z._default(z.int().check(z.gte(0), z.lte(100)), 60),
  language: z.optional(z.enum(LANGUAGES)),
})

const DEFAULTS: Settings = withLanguage(SHAPE.parse({}))

/** An absent language is one to be chosen by the browser. */
function withLanguage(shape: z.infer<typeof SHAPE>): Settings {
  return { ...shape, language: shape.language }
}

function load(storage: Storage): { settings: Settings; damagedKey: string | undefined } {
  const text = storage.getItem(KEY)
  if (text === null) return { settings: DEFAULTS, damagedKey: undefined }
  const settings = parseSettings(parseJson(text))
  if (settings !== undefined) return { settings, damagedKey: undefined }
  const damagedKey = `${KEY}:damaged`
  storage.setItem(damagedKey, text)
  storage.removeItem(KEY)
  return { settings: DEFAULTS, damagedKey }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
