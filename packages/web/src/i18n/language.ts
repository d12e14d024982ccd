import { effect, type ReadonlySignal, signal } from '@preact/signals'
import { LANGUAGES, type Language, loadLanguage, type TextPart, type Translate } from './i18n.ts'

/** The language of the page, and its translator. */
export interface Speech {
  readonly language: Language
  readonly translate: Translate
  /** The parts of the catalogue that are loaded. */
  readonly parts: ReadonlySet<TextPart>
}

/** A language and parts of the catalogue that could not be loaded together. */
export interface Failure {
  readonly language: Language
  readonly parts: ReadonlySet<TextPart>
}

export interface LanguageModel {
  readonly speech: ReadonlySignal<Speech>
  /** What could not be loaded; the page keeps the previous language and parts. */
  readonly failed: ReadonlySignal<Failure | undefined>
  /** Loads a part of the catalogue, in this language and in every later one. */
  readonly want: (part: TextPart) => void
  /** Loads what failed once more. */
  readonly retry: () => void
  /**
   * Switches to the language that an address asks for; it overrides the setting until the setting
   * changes.
   */
  readonly ask: (language: Language) => void
  readonly dispose: () => void
}

/** The inputs that decide the language. */
export interface LanguageWishes {
  /** The setting; undefined leaves the choice to the browser. */
  readonly chosen: ReadonlySignal<Language | undefined>
  /** The language that the first address asks for, as with {@link LanguageModel.ask}. */
  readonly asked: string | undefined
  /** The languages set in the browser, the preferred one first. */
  readonly browser: readonly string[]
  /** The parts of the catalogue to load at the start. */
  readonly parts: readonly TextPart[]
}

/**
 * Loads the chosen language, or the browser's, and follows the setting from then on. Resolves once
 * a language is loaded; rejects only if even English cannot be loaded.
 */
export async function createLanguage(
  { chosen, asked, browser, parts: firstParts }: LanguageWishes,
  root: Pick<HTMLElement, 'lang'>,
): Promise<LanguageModel> {
  const asking = (language: Language | undefined) => ({ language, before: chosen.peek() })
  const askedFor = signal(asking(LANGUAGES.find((language) => language === asked)))
  const wanted = () => {
    const { language, before } = askedFor.value
    if (language !== undefined && chosen.value === before) return language
    return chosen.value ?? preferredLanguage(browser)
  }
  const needed = signal<ReadonlySet<TextPart>>(new Set(firstParts))
  const first = await speechIn(wanted(), needed.peek()).catch(() => speechIn('en', needed.peek()))
  const speech = signal(first)
  const failed = signal<Failure | undefined>(undefined)
  const dispose = effect(() => {
    const language = wanted()
    const parts = needed.value
    let isCurrent = true
    const spoken = speech.peek()
    if (spoken.language !== language || spoken.parts.size < parts.size) {
      speechIn(language, parts).then(
        (loaded) => {
          if (!isCurrent) return
          failed.value = undefined
          speech.value = loaded
        },
        () => {
          if (isCurrent) failed.value = { language, parts }
        },
      )
    } else failed.value = undefined
    return () => {
      isCurrent = false
    }
  })
  const stopNaming = effect(() => {
    root.lang = speech.value.language
  })
  return {
    speech,
    failed,
    want: (part) => {
      if (!needed.peek().has(part)) needed.value = new Set([...needed.peek(), part])
    },
    retry: () => {
      if (failed.peek() === undefined) return
      failed.value = undefined
      needed.value = new Set(needed.peek())
    },
    ask: (language) => {
      if (askedFor.peek().language !== language) askedFor.value = asking(language)
    },
    dispose: () => {
      dispose()
      stopNaming()
    },
  }
}

// --- internal ---

/**
 * The best language for these preferences, most preferred first; English if we have none of them.
 */
function preferredLanguage(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const language = LANGUAGES.find((candidate) => candidate === tag.split('-')[0]?.toLowerCase())
    if (language !== undefined) return language
  }
  return 'en'
}

async function speechIn(language: Language, parts: ReadonlySet<TextPart>): Promise<Speech> {
  return { language, translate: await loadLanguage(language, parts), parts }
}
