#!/usr/bin/env bash
# Versions: vite 8.3.8, puppeteer-core 24.43.1, Firefox ESR 153 and Chromium 156 from Debian 12.
#
# Behaviour: Vite tells the browser to preload a module that already runs. When one lazy part loads another, and the
# second shares a module with the entry, the second imports from the entry. Vite then lists the entry among the files to
# preload for that part, and its loader adds <link rel="modulepreload"> for it. Chromium fires no event at this link.
# Firefox fires `error`, although the part is loaded and works in both. So a page that reports failed resources reports
# its own entry in Firefox.
#
# Output seen: "chromium: no event", "firefox: error", and "part: works" after each.
set -euo pipefail

folder=$(mktemp -d)
trap 'kill "${server:-}" 2>/dev/null || true; rm -rf "$folder"' EXIT
cd "$folder"
chromium=$(command -v chromium-headless-shell || command -v chromium)
firefox=$(command -v firefox-esr || command -v firefox)

npm init --yes >/dev/null
npm pkg set type=module
npm install --silent --no-fund --no-audit --save-exact vite@8.3.8 puppeteer-core@24.43.1

mkdir src
cat >index.html <<'HTML'
<!doctype html>
<title>entry</title>
<script type="module" src="/src/entry.js"></script>
HTML
echo 'export const shared = (text) => `part: ${text}`' >src/shared.js
echo "import { shared } from './shared.js'; document.title = shared('entry'); import('./first.js')" >src/entry.js
echo "export const first = import('./second.js')" >src/first.js
echo "import { shared } from './shared.js'; document.title = shared('works')" >src/second.js
npx vite build --logLevel error
node node_modules/vite/bin/vite.js preview --port 4179 --strictPort --host 127.0.0.1 --logLevel error &
server=$!

cat >look.mjs <<'JS'
import puppeteer from 'puppeteer-core'

const [browserName, executablePath] = process.argv.slice(2)
const options = { executablePath, browser: browserName === 'firefox' ? 'firefox' : 'chrome' }
if (browserName === 'chromium') options.args = ['--no-sandbox', '--disable-gpu']
const browser = await puppeteer.launch(options)
const page = await browser.newPage()
await page.evaluateOnNewDocument(() => {
  window.seen = []
  for (const type of ['load', 'error']) {
    addEventListener(type, ({ target }) => {
      if (target.rel === 'modulepreload' && target.href.includes('/index-')) window.seen.push(type)
    }, true)
  }
})
await page.goto('http://127.0.0.1:4179/')
await new Promise((resolve) => setTimeout(resolve, 5000))
const seen = await page.evaluate(() => [...window.seen, document.title])
await browser.close()
console.log(`${browserName}: ${seen.slice(0, -1).join() || 'no event'}\n${seen.at(-1)}`)
JS

for _ in $(seq 50); do
  node -e "fetch('http://127.0.0.1:4179/').then(() => process.exit(0), () => process.exit(1))" && break
  sleep 0.2
done
seen=$(node look.mjs chromium "$chromium" && node look.mjs firefox "$firefox")
echo "$seen"
expected=$'chromium: no event\npart: works\nfirefox: error\npart: works'
[ "$seen" = "$expected" ] || { echo "This has changed. Expected:"; echo "$expected"; exit 1; }
