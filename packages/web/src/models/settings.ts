import { effect, signal } from '@preact/signals'
import * as z from 'zod/mini'
import { LANGUAGES, type Language } from '../i18n/i18n.ts'

/** `system` follows the device. */
export const THEMES = ['system', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

/** What a person has chosen for this device. */
export interface Settings {
  readonly theme: Theme
  readonly coordinates: boolean
  readonly animation: boolean
  /** The browser's if undefined. */
  readonly language: Language | undefined
}

export type SettingsModel = ReturnType<typeof createSettings>

/** Settings kept on this device; unreadable ones fall back to the defaults and are kept aside. */
export function createSettings(storage: Storage, root: HTMLElement) {
  const loaded = load(storage)
  const settings = signal<Settings>(loaded.settings)

  const stop = effect(() => {
    const { theme } = settings.value
    if (theme === 'system') delete root.dataset.theme
    else root.dataset.theme = theme
  })

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
    dispose: stop,
  }
}

// --- internal ---

const KEY = 'hokito:settings'

const DEFAULTS: Settings = {
  theme: 'system',
  coordinates: true,
  animation: true,
  language: undefined,
}

const SHAPE = z.object({
  theme: z.enum(THEMES),
  coordinates: z.boolean(),
  animation: z.boolean(),
  language: z.optional(z.enum(LANGUAGES)),
})

function load(storage: Storage): { settings: Settings; damagedKey: string | undefined } {
  const text = storage.getItem(KEY)
  if (text === null) return { settings: DEFAULTS, damagedKey: undefined }
  try {
    return { settings: { ...DEFAULTS, ...SHAPE.parse(JSON.parse(text)) }, damagedKey: undefined }
  } catch {
    const damagedKey = `${KEY}:damaged`
    storage.setItem(damagedKey, text)
    storage.removeItem(KEY)
    return { settings: DEFAULTS, damagedKey }
  }
}
