import { LANGUAGE_NAMES, type Language } from '../src/i18n/languages.ts'
import type { BuiltPage } from '../src/prerender.tsx'

/**
 * Placeholder for the site's own address in built files, until the server replaces it. No such host
 * can exist.
 */
export const SITE = 'https://hokito.invalid'

/** Finds the files that a source file needs to run, by their names in the built site. */
export type FilesOf = (source: string) => readonly string[]

/** The parts of a document. */
export interface DocumentParts {
  /** The built `index.html`, from which every page but this one starts. */
  readonly shell: string
  readonly page: BuiltPage
  readonly language: Language
  readonly filesOf: FilesOf
  /** The built font with the letters that Western European languages do not use. */
  readonly extendedFont: string
  /** The path of the page. */
  readonly address: string
  /** The page's path in each language. */
  readonly alternates: readonly (readonly [language: Language, address: string])[]
}

/** The document of a page: the shell with its content and its own head. */
export function pageDocument(parts: DocumentParts): string {
  const { shell, page, language } = parts
  const lateShell = shell.replaceAll(
    '<link rel="modulepreload"',
    `<link rel="modulepreload" ${LATE}`,
  )
  return [
    ['<html lang="en">', `<html lang="${language}">`],
    [/<title>.*?<\/title>/, `<title>${escapeHtml(page.title)}</title>`],
    [/(<meta name="description" content=)"[^"]*"/, `$1"${escapeHtml(page.description)}"`],
    ['/manifest.en.webmanifest', `/manifest.${language}.webmanifest`],
    ['</head>', `${headOf(parts)}</head>`],
    ['<script type="module"', `<script type="module" ${LATE}`],
    ['<div id="app"></div>', `<div id="app">${page.html}</div>`],
    [/<noscript>.*?<\/noscript>/, `<noscript>${noScriptOf(parts)}</noscript>`],
  ].reduce((document, [from = '', to]) => replaceOnce(document, from, String(to)), lateShell)
}

// --- internal ---

/**
 * Marks elements of the head that belong to this page alone. They are removed when another page is
 * shown (`use-head.ts`).
 */
const MARK = 'data-page'

/** Scripts give way to files for the first paint, because such a page can be read without them. */
const LATE = 'fetchpriority="low"'

/**
 * Languages whose texts need letters of the extended font. The browser does not switch to a font
 * that arrives late, and these letters would look out of place.
 */
const EXTENDED: readonly Language[] = ['pl', 'et']

function headOf(parts: DocumentParts): string {
  const { shell, page, language, filesOf, extendedFont, address, alternates } = parts
  const url = SITE + address
  const scripts = new Set(page.sources.flatMap(filesOf).filter((name) => !shell.includes(name)))
  const english = alternates.find(([language]) => language === 'en')?.[1] ?? address
  return [
    EXTENDED.includes(language)
      ? `<link rel="preload" as="font" type="font/woff2" crossorigin href="/${extendedFont}">`
      : '',
    ...[...scripts].map((name) => `<link rel="modulepreload" ${LATE} crossorigin href="/${name}">`),
    `<link rel="canonical" href="${url}" ${MARK}>`,
    ...[...alternates, ['x-default', english] as const].map(
      ([language, path]) =>
        `<link rel="alternate" hreflang="${language}" href="${SITE}${path}" ${MARK}>`,
    ),
    ...[
      ['type', 'website'],
      ['site_name', 'Hokito'],
      ['title', page.title],
      ['description', page.description],
      ['url', url],
      ['image', `${SITE}/icon-512.png`],
    ].map(
      ([property = '', content = '']) =>
        `<meta property="og:${property}" content="${escapeHtml(content)}" ${MARK}>`,
    ),
    page.facts === undefined ? '' : factsScript(page.facts),
  ].join('')
}

/**
 * The text without JavaScript. It has links to the other languages, which a script would have
 * offered.
 */
function noScriptOf({ page, alternates }: DocumentParts): string {
  const links = alternates.map(
    ([language, path]) =>
      `<a href="${path}" hreflang="${language}" lang="${language}">${LANGUAGE_NAMES[language]}</a>`,
  )
  return `<div class="no-script"><p>${page.noScript}</p><nav>${links.join('')}</nav></div>`
}

/** Data, not code, so the content security policy allows it. */
function factsScript(facts: object): string {
  const json = JSON.stringify(facts).replaceAll('<', '\\u003c')
  return `<script type="application/ld+json" ${MARK}>${json}</script>`
}

/** Replaces text that must be present. */
function replaceOnce(text: string, from: string | RegExp, to: string): string {
  if (text.search(from) === -1) throw new Error(`index.html has no ${from}`)
  // A text may contain a $, which must not be read as part of a pattern.
  return typeof from === 'string' ? text.replace(from, () => to) : text.replace(from, to)
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => ESCAPES[character] ?? '')
}
