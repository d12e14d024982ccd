import { effect, type ReadonlySignal, signal } from '@preact/signals'
import { LANGUAGES, type Language, loadLanguage, type Translate } from '../i18n/i18n.ts'
import type { SettingsModel } from './settings.ts'

/** The language the page speaks, and its translator. */
export interface Speech {
  readonly language: Language
  readonly translate: Translate
}

export interface LanguageModel {
  readonly speech: ReadonlySignal<Speech>
  /** A language that was chosen and could not be loaded; the page goes on in the one before. */
  readonly failed: ReadonlySignal<Language | undefined>
  readonly dispose: () => void
}

/** The language for somebody who reads these, the best first; English where we speak none of them. */
export function preferredLanguage(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const language = LANGUAGES.find((candidate) => candidate === tag.split('-')[0]?.toLowerCase())
    if (language !== undefined) return language
  }
  return 'en'
}

/**
 * Loads the chosen language, or the browser's, and follows the setting from then on. Settles when there is one to
 * speak; only where even English cannot be loaded it rejects.
 */
export async function createLanguage(
  { settings }: SettingsModel,
  browserLanguages: readonly string[],
  root: HTMLElement,
): Promise<LanguageModel> {
  const wanted = () => settings.value.language ?? preferredLanguage(browserLanguages)
  const first = await speechIn(wanted()).catch(() => speechIn('en'))
  const speech = signal(first)
  const failed = signal<Language | undefined>(undefined)
  const dispose = effect(() => {
    const language = wanted()
    let isCurrent = true
    if (speech.peek().language !== language) {
      speechIn(language).then(
        (loaded) => {
          if (!isCurrent) return
          failed.value = undefined
          speech.value = loaded
        },
        () => {
          if (isCurrent) failed.value = language
        },
      )
    } else failed.value = undefined
    return () => {
      isCurrent = false
    }
  })
  const stopNaming = effect(() => {
    const { language } = speech.value
    root.lang = language
    const manifest = root.querySelector('link[rel=manifest]')
    manifest?.setAttribute('href', `/manifest.${language}.webmanifest`)
  })
  return {
    speech,
    failed,
    dispose: () => {
      dispose()
      stopNaming()
    },
  }
}

// --- internal ---

async function speechIn(language: Language): Promise<Speech> {
  return { language, translate: (await loadLanguage(language)).t }
}
