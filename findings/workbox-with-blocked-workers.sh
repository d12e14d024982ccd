#!/usr/bin/env bash
# Versions: playwright-core 1.65.1, workbox-window 7.4.1, Chromium 156 from Debian 12.
#
# Behaviour: with `serviceWorkers: 'block'`, Playwright lets `navigator.serviceWorker.register()` resolve with undefined
# instead of a registration or an error. The container itself stays, so a page believes that workers are supported.
# workbox-window reads the registration at once, and its `register()` rejects with a TypeError. So a page that reports
# errors reports one in each test that blocks workers, though browsers never answer in this way.
#
# Output seen: "allow: object, workbox-window: registered" and "block: undefined, workbox-window: TypeError".
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
chromium=$(command -v chromium-headless-shell || command -v chromium)

npm init --yes >/dev/null
npm pkg set type=module
npm install --silent --no-fund --no-audit --save-exact playwright-core@1.65.1 workbox-window@7.4.1

cat >look.mjs <<'JS'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { chromium } from 'playwright-core'

const workbox = readFileSync('node_modules/workbox-window/build/workbox-window.prod.mjs')
const files = {
  '/': ['text/html', '<!doctype html><title>page</title>'],
  '/sw.js': ['text/javascript', '// An empty worker.'],
  '/workbox.js': ['text/javascript', workbox],
}
const server = createServer((request, response) => {
  const [type, content] = files[request.url] ?? ['text/plain', '']
  response.setHeader('content-type', type).end(content)
})
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))

const [executablePath] = process.argv.slice(2)
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
for (const serviceWorkers of ['allow', 'block']) {
  const context = await browser.newContext({ serviceWorkers })
  const page = await context.newPage()
  await page.goto(`http://127.0.0.1:${server.address().port}/`)
  const seen = await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.register('/sw.js')
    const { Workbox } = await import('/workbox.js')
    const registered = new Workbox('/sw.js').register({ immediate: true })
    const result = await registered.then(() => 'registered', ({ name }) => name)
    return `${typeof registration}, workbox-window: ${result}`
  })
  console.log(`${serviceWorkers}: ${seen}`)
}
await browser.close()
server.close()
JS

seen=$(node look.mjs "$chromium")
echo "$seen"
expected=$'allow: object, workbox-window: registered\nblock: undefined, workbox-window: TypeError'
[ "$seen" = "$expected" ] || { echo "This has changed. Expected:"; echo "$expected"; exit 1; }
