import { signal } from '@preact/signals'
import { render } from 'preact'
import { TranslateContext } from '../i18n/i18n.ts'
import { createLanguage } from '../i18n/language.ts'
import { EmbedScreen } from './EmbedScreen.tsx'
import { hasVariations } from './embedded-game.ts'
import { readOptions } from './options.ts'
import { readShown } from './shown.ts'
import '../ui/layers.css'
import '../ui/themes.css'
import 'virtual:board-colors.css'
import '../ui/ui.css'
import '../board/board.css'
import '../components/analysis/tree.css'
import '../components/game/controls.css'
import '../components/game/moves.css'
import './embed.css'

/** Shows the frame. Stores nothing on the device, which the page around it may forbid. */
async function start(): Promise<void> {
  const root = document.getElementById('app')
  if (root === null) throw new Error('embed.html has no element #app')
  const html = document.documentElement
  const options = readOptions(location.search, (query) => matchMedia(query).matches)
  html.dataset.theme = options.theme
  html.dataset.board = options.sets.board ?? 'theme'
  html.dataset.pieces = options.sets.pieces ?? 'theme'
  const shown = await readShown(document, location.hash)
  const isVaried = shown.kind === 'game' && hasVariations(shown.analysis)
  const language = await createLanguage(
    {
      chosen: signal(undefined),
      asked: options.language,
      browser: navigator.languages,
      parts: isVaried ? ['share', 'record'] : ['share'],
    },
    html,
  )
  const { translate } = language.speech.value
  render(
    <TranslateContext.Provider value={translate}>
      {shown.kind === 'game' ? (
        <EmbedScreen {...shown} view={options.view} ply={options.ply} />
      ) : (
        <main class="embed embed-empty">
          <h1 class="visually-hidden">{translate('app.name')}</h1>
          <p role="alert">{translate(`embed.${shown.kind}`)}</p>
        </main>
      )}
    </TranslateContext.Provider>,
    root,
  )
}

// Another game behind `#` needs another page.
addEventListener('hashchange', () => location.reload())
void start()
