import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { minify, type Plugin } from 'vite'
import { LANGUAGES, type Language } from '../src/i18n/languages.ts'
import { noticeWords } from '../src/words/notices.ts'

/** A file that the service worker also loads (`vite.config.ts`). */
export const PUSH_WORKER = 'push-worker.js'

/**
 * Writes the part of the service worker that shows notifications, with its texts in every language.
 */
export function pushWorker(): Plugin {
  let root = ''
  return {
    name: 'hokito-push-worker',
    apply: 'build',
    configResolved: (config) => {
      root = config.root
    },
    async generateBundle() {
      const words = Object.fromEntries(LANGUAGES.map((each) => [each, wordsIn(each)]))
      const source = readFileSync(join(root, PUSH_WORKER), 'utf8')
      const whole = `const WORDS = ${JSON.stringify(words)}\n${source}`
      const { code } = await minify(PUSH_WORKER, whole, { module: false })
      this.emitFile({ type: 'asset', fileName: PUSH_WORKER, source: code })
    },
  }
}

// --- internal ---

function wordsIn(language: Language): Record<string, string> {
  const catalogue: unknown = JSON.parse(
    readFileSync(new URL(`../src/i18n/settings/${language}.json`, import.meta.url), 'utf8'),
  )
  return noticeWords((key) => {
    const text = key.split('.').reduce<unknown>((found, name) => Object(found)[name], catalogue)
    if (typeof text !== 'string') throw new Error(`settings/${language}.json has no ${key}`)
    return text
  })
}
