import { effect, type ReadonlySignal, signal } from '@preact/signals'
import { LANGUAGES, type Language, loadLanguage, type TextPart, type Translate } from './i18n.ts'

/** The language the page speaks, and its translator. */
export interface Speech {
  readonly language: Language
  readonly translate: Translate
  /** The parts of the catalogue that it knows. */
  readonly parts: ReadonlySet<TextPart>
}

export interface LanguageModel {
  readonly speech: ReadonlySignal<Speech>
  /** A language that was chosen and could not be loaded; the page goes on in the one before. */
  readonly failed: ReadonlySignal<Language | undefined>
  /** Loads a part of the catalogue, in this language and in every later one. */
  readonly want: (part: TextPart) => void
  /** Speaks the language that an address asks for: stronger than the setting, until that is changed. */
  readonly ask: (language: Language) => void
  readonly dispose: () => void
}

/** What decides which language is spoken. */
export interface LanguageWishes {
  /** The setting; undefined leaves it to the browser. */
  readonly chosen: ReadonlySignal<Language | undefined>
  /** The language that the first address asks for, as by {@link LanguageModel.ask}. */
  readonly asked: string | undefined
  /** What the browser's owner reads, the best first. */
  readonly browser: readonly string[]
  /** The parts of the catalogue that are wanted from the first. */
  readonly parts: readonly TextPart[]
}

/**
 * Loads the chosen language, or the browser's, and follows the setting from then on. Settles when there is one to
 * speak; only where even English cannot be loaded it rejects.
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
  const failed = signal<Language | undefined>(undefined)
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
          if (isCurrent) failed.value = language
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

/** The language for somebody who reads these, the best first; English where we speak none of them. */
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
