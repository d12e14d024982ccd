import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { minify, type Plugin } from 'vite'

const TAG = '<script src="/early.js"></script>'

/**
 * Inlines `early.js` in the page, so that the first paint waits for no further file. The server
 * allows the page's inline scripts by their hash (`packages/server/src/http/site.ts`).
 */
export function earlyScript(): Plugin {
  let root = ''
  return {
    name: 'hokito-early-script',
    apply: 'build',
    configResolved: (config) => {
      root = config.root
    },
    transformIndexHtml: {
      order: 'pre',
      handler: async (html) => {
        if (!html.includes(TAG)) throw new Error(`index.html has no ${TAG}`)
        const source = await readFile(join(root, 'early.js'), 'utf8')
        const { code } = await minify('early.js', source, { module: false })
        return html.replace(TAG, () => `<script>${code.trim()}</script>`)
      },
    },
  }
}
