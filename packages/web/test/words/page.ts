import { LANGUAGE_NAMES, LANGUAGES } from '../../src/i18n/i18n.ts'
import { renderedErrors, renderedIn } from './rendered.ts'
import type { Rendered } from './samples.ts'

/** All texts of the site in all languages, side by side on one HTML page; errors are marked. */
export async function wordsPage(): Promise<string> {
  const columns = await Promise.all(LANGUAGES.map((language) => renderedIn(language)))
  const [first] = columns
  const tables = [...(first?.keys() ?? [])].map((heading) =>
    table(
      heading,
      columns.map((column) => column.get(heading) ?? []),
    ),
  )
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Words of Hokito</title>${STYLE}${tables.join('\n')}`
}

// --- internal ---

const STYLE = `<style>
body { font: 14px/1.4 system-ui; margin: 1rem }
table { border-collapse: collapse; margin: 0 0 1rem; table-layout: fixed; width: 260rem }
td, th { border: 1px solid #ccc; padding: 0.2rem 0.4rem; text-align: left; vertical-align: top }
th:first-child { width: 16rem; font-weight: normal; color: #666 }
h2 { font-size: 1rem; margin: 0.5rem 0 0.2rem }
mark { background: #fbb }
</style>`

/** One row for each message, one column for each language. */
function table(heading: string, columns: readonly (readonly Rendered[])[]): string {
  const names = LANGUAGES.map((language) => `<th>${LANGUAGE_NAMES[language]}</th>`).join('')
  const rows = (columns[0] ?? []).map(({ what }, row) => {
    const cells = LANGUAGES.map((language, at) => cell(language, columns[at]?.[row]?.text ?? ''))
    return `<tr><th>${escapeHtml(what)}</th>${cells.join('')}</tr>`
  })
  return `<h2>${escapeHtml(heading)}</h2><table><tr><th></th>${names}</tr>${rows.join('')}</table>`
}

function cell(language: (typeof LANGUAGES)[number], text: string): string {
  const errors = renderedErrors(language, text)
  const words = escapeHtml(text)
  if (errors.length === 0) return `<td lang="${language}">${words}</td>`
  return `<td lang="${language}"><mark title="${escapeHtml(errors.join('; '))}">${words}</mark></td>`
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}
