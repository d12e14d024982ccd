// @ts-check
/**
 * `npm run words`: writes a page with all texts of the site in its nine languages side by side,
 * with difficult names and numbers. Read it before you hand over a change of texts.
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { bin, ROOT, setUp, tell } from './setup.mjs'

await setUp()

// Only Vite can read the site's sources. The built module runs here.
const folder = join(ROOT, '.cache', 'words')
const source = join('packages', 'web', 'test', 'words', 'page.ts')
const options = ['--ssr', source, '--outDir', folder, '--logLevel', 'error', '--emptyOutDir']
const { status } = spawnSync(bin('vite'), ['build', ...options], { cwd: ROOT, stdio: 'inherit' })
if (status !== 0) process.exit(status ?? 1)

const { wordsPage } = await import(pathToFileURL(join(folder, 'page.js')).href)
mkdirSync(folder, { recursive: true })
const page = join(folder, 'words.html')
writeFileSync(page, await wordsPage())
tell(`All words are in ${page}.`)
