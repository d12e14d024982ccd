#!/usr/bin/env bash
# Versions: preact-iso 2.12.2, preact 10.29.1, playwright-core 1.65.1, Chromium from Debian 12.
#
# Behaviour: the `url` of preact-iso's `useLocation()` has the fragment of an address or not, depending on how the
# visitor came there. A followed link and a call of `route()` keep it. Loading the page at the same address, and going
# back to it in the browser's history, leave it out. So code that makes an address of `url` and appends `location.hash`
# writes the fragment twice on some visits, and code that does not append it loses the fragment on others.
#
# Output seen: "loaded: /page, link: /page#part, route: /page#part, back: /page".
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
chromium=$(command -v chromium-headless-shell || command -v chromium)

npm init --yes >/dev/null
npm pkg set type=module
npm install --silent --no-fund --no-audit --save-exact playwright-core@1.65.1 preact@10.29.1 preact-iso@2.12.2

cat >page.js <<'JS'
import { h, render } from 'preact'
import { LocationProvider, useLocation } from 'preact-iso/router'

function Page() {
  const { url, route } = useLocation()
  window.route = route
  return h('p', null, h('output', null, url), h('a', { href: '/page#part' }, 'There'))
}

render(h(LocationProvider, null, h(Page)), document.body)
JS

cat >look.mjs <<'JS'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { chromium } from 'playwright-core'

const imports = {
  preact: '/node_modules/preact/dist/preact.module.js',
  'preact/hooks': '/node_modules/preact/hooks/dist/hooks.module.js',
  'preact-iso/router': '/node_modules/preact-iso/src/router.js',
}
const html = `<!doctype html><title>page</title><body>
<script type="importmap">${JSON.stringify({ imports })}</script>
<script type="module" src="/page.js"></script>`
const server = createServer((request, response) => {
  const isScript = request.url.endsWith('.js')
  response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html')
  response.end(isScript ? readFileSync(`.${request.url}`) : html)
})
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))

const [executablePath] = process.argv.slice(2)
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
const page = await browser.newPage()
const origin = `http://127.0.0.1:${server.address().port}`
const at = '/page#part'
const seen = []
const note = async (how) => seen.push(`${how}: ${await page.textContent('output')}`)

await page.goto(origin + at)
await page.waitForSelector('output')
await note('loaded')

await page.goto(`${origin}/other`)
await page.click('a')
await page.waitForFunction(() => location.hash === '#part')
await note('link')

await page.goto(`${origin}/other`)
await page.waitForSelector('output')
await page.evaluate((to) => route(to), at)
await page.waitForFunction(() => location.hash === '#part')
await note('route')

await page.evaluate(() => route('/third'))
await page.waitForFunction(() => document.querySelector('output').textContent === '/third')
await page.goBack()
await page.waitForFunction(() => location.hash === '#part')
await page.waitForFunction(() => document.querySelector('output').textContent !== '/third')
await note('back')

console.log(seen.join(', '))
await browser.close()
server.close()
JS

seen=$(node look.mjs "$chromium")
echo "$seen"
expected='loaded: /page, link: /page#part, route: /page#part, back: /page'
[ "$seen" = "$expected" ] || { echo "This has changed. Expected: $expected"; exit 1; }
