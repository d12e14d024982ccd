import { API_REFUSALS } from '@hokito/protocol/api'
import { escapeHtml } from '../http/html.ts'
import { type Access, type ApiDeclaration, accessOf, isInPath } from '../http/operation.ts'
import { STATUSES } from '../http/refusals.ts'
import { ABOUT, API_BASE, refusalsOf } from './document.ts'
import { TITLES } from './refusal.ts'

/** The path of the reference's style sheet: inline styles are not allowed here. */
export const SHEET_PATH = `${API_BASE}/reference.css`

/** The reference as a page that needs no script. */
export function referenceOf(operations: readonly ApiDeclaration[], base: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Hokito API</title>
<link rel="icon" href="/icon.svg">
<link rel="stylesheet" href="${SHEET_PATH}">
</head>
<body>
<main>
<h1>Hokito API</h1>
${ABOUT.split('\n\n').map(paragraph).join('\n')}
<p>For tools: <a href="${API_BASE}/openapi.json">the same as OpenAPI 3.1</a>. <a href="/">Back to the game</a>.</p>
<nav aria-label="Operations"><ul>
${operations.map(({ id, summary }) => `<li><a href="#${id}">${escapeHtml(summary)}</a></li>`).join('\n')}
</ul></nav>
${operations.map((operation) => sectionOf(operation, base)).join('\n')}
<section>
<h2 id="refusals">Refusals</h2>
<div class="wide" role="region" aria-labelledby="refusals" tabindex="0"><table>
<thead><tr><th scope="col">Status</th><th scope="col">Code</th><th scope="col">Meaning</th></tr></thead>
<tbody>
${API_REFUSALS.map(
  (code) =>
    `<tr id="${code}"><td>${STATUSES[code]}</td><td><code>${code}</code></td><td>${escapeHtml(TITLES[code])}</td></tr>`,
).join('\n')}
</tbody>
</table></div>
</section>
</main>
</body>
</html>
`
}

/** The style of the reference. */
export const REFERENCE_SHEET = `:root { color-scheme: light dark; --line: light-dark(#ccc, #555); --soft: light-dark(#f4f1ec, #26241f); }
body { margin: 0; font: 1rem/1.5 system-ui, sans-serif; background: light-dark(#fffdf9, #1a1815); color: light-dark(#1f1b16, #ece7df); }
main { max-width: 46rem; margin: 0 auto; padding: 1rem; overflow-wrap: anywhere; }
h1, h2 { line-height: 1.25; }
section { border-top: 1px solid var(--line); margin-top: 2rem; }
a { color: light-dark(#8a3b12, #f0b08c); }
code, pre { font-family: ui-monospace, monospace; font-size: 0.9em; background: var(--soft); border-radius: 4px; }
code { padding: 0.1em 0.3em; }
pre { padding: 0.75rem; overflow-x: auto; overflow-wrap: normal; }
pre code { padding: 0; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; overflow-wrap: normal; }
th, td { text-align: start; vertical-align: top; padding: 0.4rem 0.75rem 0.4rem 0; border-bottom: 1px solid var(--line); }
`

// --- internal ---

function sectionOf(operation: ApiDeclaration, base: string): string {
  const { id, path, summary, description, answer, price } = operation
  const access = accessOf(operation)
  const method = (operation.method ?? 'get').toUpperCase()
  const parameters = Object.entries(operation.parameters)
  const cost = price === 1 ? '' : paragraph(`It counts as ${price} requests.`)
  return `<section>
<h2 id="${id}">${escapeHtml(summary)}</h2>
<pre><code>${method} ${API_BASE}${escapeHtml(path)}</code></pre>
${description === undefined ? '' : paragraph(description)}
${cost}
${access === undefined ? '' : paragraph(needsOf(access))}
<dl>
${parameters
  .map(
    ([name, parameter]) =>
      `<dt><code>${name}</code> (${isInPath(operation, name) ? 'in the path' : 'in the query'})</dt><dd>${wordsOf(parameter.description)}</dd>`,
  )
  .join('\n')}
<dt>Answers</dt><dd>${wordsOf(answer.description)}, as <code>${answer.type}</code></dd>
<dt>Refuses</dt><dd>${refusalsOf(operation)
    .map((code) => `<a href="#${code}"><code>${code}</code></a>`)
    .join(', ')}</dd>
</dl>
<pre><code>${escapeHtml(curlOf(operation, base))}</code></pre>
</section>`
}

function needsOf({ token, isForBots }: Access): string {
  const good = token === 'any' ? 'It needs a token.' : `It needs a token for \`${token}\`.`
  return isForBots ? `${good} It is for bot accounts only.` : good
}

function curlOf(operation: ApiDeclaration, base: string): string {
  const { body } = operation
  const method = operation.method ?? 'get'
  const words = [
    'curl',
    ...(method === 'get' ? [] : ['-X', method.toUpperCase()]),
    ...(accessOf(operation) === undefined ? [] : ["-H 'Authorization: Bearer {token}'"]),
    ...(body === undefined
      ? []
      : ["-H 'Content-Type: application/json'", `-d '${JSON.stringify(body.example)}'`]),
    `'${base}${API_BASE}${exampleOf(operation)}'`,
  ]
  return words.join(' ')
}

/** The path and query of the example; values that only a server knows stay in braces. */
function exampleOf({ path, parameters }: ApiDeclaration): string {
  const query = Object.entries(parameters).flatMap(([name, { example }]) =>
    example === undefined ? [] : [`${name}=${encodeURIComponent(example)}`],
  )
  return query.length === 0 ? path : `${path}?${query.join('&')}`
}

function paragraph(text: string): string {
  return `<p>${wordsOf(text)}</p>`
}

/** Formats text in backticks as code. */
function wordsOf(text: string): string {
  return escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>')
}
