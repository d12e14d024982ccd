import { readFileSync } from 'node:fs'
import preact from '@preact/preset-vite'
import { defineConfig } from 'vite'

const { version } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8'))

export default defineConfig({
  define: { __VERSION__: JSON.stringify(version) },
  plugins: [preact({ devToolsEnabled: false })],
  worker: { format: 'es' },
  build: {
    target: 'es2022',
    // One small file more is cheaper than a source map that nobody opens; maps are for `npm run dev`.
    sourcemap: false,
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
  },
  server: {
    // The same isolation as in production, so that the engine may share memory with its worker.
    headers: {
      'Cross-Origin-Opener-Policy': 'same-origin',
      'Cross-Origin-Embedder-Policy': 'require-corp',
    },
  },
})
