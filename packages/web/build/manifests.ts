import { readFileSync } from 'node:fs'
import { colorsOf } from '@hokito/picture'
import type { Plugin } from 'vite'
import { LANGUAGES } from '../src/i18n/languages.ts'

/** Writes a web app manifest for every language, with the texts of its catalogue. */
export function manifests(): Plugin {
  return {
    name: 'hokito-manifests',
    configureServer: ({ middlewares }) => {
      middlewares.use((request, response, next) => {
        const language = LANGUAGES.find((each) => request.url === `/${fileName(each)}`)
        if (language === undefined) return next()
        response.setHeader('Content-Type', 'application/manifest+json')
        response.end(manifestIn(language))
      })
    },
    generateBundle() {
      for (const language of LANGUAGES) {
        this.emitFile({
          type: 'asset',
          fileName: fileName(language),
          source: manifestIn(language),
        })
      }
    },
  }
}

function fileName(language: string): string {
  return `manifest.${language}.webmanifest`
}

function manifestIn(language: string): string {
  const { paper } = colorsOf('light')
  const { app, nav, home } = JSON.parse(
    readFileSync(new URL(`../src/i18n/${language}.json`, import.meta.url), 'utf8'),
  )
  return JSON.stringify({
    id: '/',
    name: app.name,
    short_name: app.name,
    description: app.description,
    lang: language,
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: paper,
    theme_color: paper,
    categories: ['games', 'education'],
    icons: [
      { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml' },
      { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
      { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
      { src: '/icon-maskable.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
    shortcuts: [
      { name: nav.play, url: '/new' },
      { name: home.learn, url: '/learn' },
      { name: nav.replay, url: '/replay' },
    ],
    // Another app passes a record as text. The replay page reads it from its address.
    share_target: {
      action: '/replay',
      method: 'GET',
      params: { title: 'title', text: 'text', url: 'url' },
    },
    file_handlers: [{ action: '/replay', accept: { 'text/plain': ['.hgn'] } }],
    launch_handler: { client_mode: 'navigate-existing' },
    dir: 'ltr',
  })
}
