import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import * as z from 'zod'
import type { Language } from '../../src/i18n/i18n.ts'
import { withoutForm } from './texts.ts'

const REASON = z.string().min(1)

const TERM = z.strictObject({
  /** Our word, as a translator would look it up. */
  word: z.string().min(1),
  /** Every form that counts as our word: whole words; `*` stands for any number of letters. */
  forms: z.array(z.string().min(1)).min(1),
  /** The rulebook's word in this language, if there is one. */
  rulebook: z.string().optional(),
  /** Why ours differs from the rulebook's, or a hint for its use. */
  why: REASON.optional(),
  /** Words that we do not use for this idea, with the reason. */
  avoid: z.record(z.string(), REASON).optional(),
  /** Keys whose English has the term and whose text rightly does without it, with the reason. */
  except: z.record(z.string(), REASON).optional(),
})

const GLOSSARY = z.strictObject({
  /** How texts address the reader, and the consequences. */
  address: REASON,
  /** The rulebook that was compared, or why there is none. */
  rulebook: REASON,
  terms: z.record(z.string(), TERM),
})
export type Glossary = z.infer<typeof GLOSSARY>

/** The glossary of a language; throws if the file has another shape. */
export function glossaryOf(language: Language): Glossary {
  const path = fileURLToPath(new URL(`../../src/i18n/glossary/${language}.json`, import.meta.url))
  return GLOSSARY.parse(JSON.parse(readFileSync(path, 'utf8')))
}

/** Sentences about our words that are neither the rulebook's nor have a reason. */
export function unexplainedTerms({ terms }: Glossary): readonly string[] {
  return Object.entries(terms).flatMap(([id, { word, forms, rulebook, why }]) =>
    rulebook === undefined || why !== undefined || finderOf(forms)(rulebook)
      ? []
      : [`${id}: “${word}” is not the rulebook’s “${rulebook}”, and no reason is given`],
  )
}

/** Sentences about uses of words that the glossary rules out. */
export function avoidedWords(
  { terms }: Glossary,
  texts: ReadonlyMap<string, string>,
): readonly string[] {
  return Object.entries(terms).flatMap(([id, { word, avoid = {} }]) =>
    Object.entries(avoid).flatMap(([avoided, reason]) => {
      const has = finderOf([avoided])
      return [...texts]
        .filter(([, text]) => has(text))
        .map(([key, text]) => `${key}: “${avoided}” for ${id}, not “${word}” (${reason}): ${text}`)
    }),
  )
}

/** A glossary with the texts that must follow it. */
export interface Wording {
  readonly glossary: Glossary
  readonly texts: ReadonlyMap<string, string>
}

/**
 * Sentences about texts without our word for a term that their English has, and about needless
 * exceptions.
 */
export function missingTerms(english: Wording, own: Wording): readonly string[] {
  return Object.entries(english.glossary.terms).flatMap(([id, original]) => {
    const term = own.glossary.terms[id]
    if (term === undefined) return [`${id}: not in the glossary`]
    const [isMeant, isSaid] = [finderOf(original.forms), finderOf(term.forms)]
    const lacking = [...own.texts].filter(
      ([key, text]) => isMeant(originalOf(english.texts, key)) && !isSaid(text),
    )
    return [
      ...withoutExceptions(lacking, { ...original.except, ...term.except }).map(
        ([key, text]) => `${key}: no “${term.word}” for ${id}: ${text}`,
      ),
      ...needless(lacking, term.except).map(
        (key) => `${key}: an exception for ${id} that is not needed`,
      ),
    ]
  })
}

// --- internal ---

type Entry = readonly [key: string, text: string]

/** The English text of a key; that of the last plural form if English has fewer forms. */
function originalOf(english: ReadonlyMap<string, string>, key: string): string {
  return english.get(key) ?? english.get(`${withoutForm(key)}_other`) ?? ''
}

function withoutExceptions(entries: readonly Entry[], excepted: object): readonly Entry[] {
  const keys = new Set(Object.keys(excepted))
  return entries.filter(([key]) => !keys.has(withoutForm(key)))
}

function needless(entries: readonly Entry[], excepted: object = {}): readonly string[] {
  const keys = new Set(entries.map(([key]) => withoutForm(key)))
  return Object.keys(excepted).filter((key) => !keys.has(key))
}

/** Finds any of some words in a text, ignoring case; `*` stands for any number of letters. */
function finderOf(patterns: readonly string[]): (text: string) => boolean {
  const words = patterns.map((pattern) => pattern.replaceAll('*', '\\p{L}*')).join('|')
  const expression = new RegExp(`(?<![\\p{L}\\p{N}])(?:${words})(?![\\p{L}\\p{N}])`, 'iu')
  return (text) => expression.test(text.replaceAll(PLACEHOLDER, ''))
}

/** Argument names are not words. */
const PLACEHOLDER = /\{\{[^}]*\}\}/g
