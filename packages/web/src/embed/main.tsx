import { signal } from '@preact/signals'
import { render } from 'preact'
import { TranslateContext } from '../i18n/i18n.ts'
import { createLanguage } from '../i18n/language.ts'
import type { TextPart } from '../i18n/parts.ts'
import { EmbedScreen } from './EmbedScreen.tsx'
import { hasShapes, hasVariations } from './embedded-game.ts'
import { readOptions } from './options.ts'
import { readShown, type Shown } from './shown.ts'
import '../ui/layers.css'
import '../ui/themes.css'
import 'virtual:board-colors.css'
import '../ui/ui.css'
import '../board/board.css'
import '../components/analysis/shapes.css'
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
  const language = await createLanguage(
    {
      chosen: signal(undefined),
      asked: options.language,
      browser: navigator.languages,
      parts: partsFor(shown),
    },
    html,
  )
  const { translate } = language.speech.value
  render(
    <TranslateContext.Provider value={translate}>
      {'analysis' in shown ? (
        <EmbedScreen {...shown} view={options.view} ply={options.ply} />
      ) : (
        <main class="embed embed-empty">
          <h1 class="visually-hidden">{translate('app.name')}</h1>
          <p role="alert">
            {translate(
              shown.kind === 'unknownStudy' ? 'study.refusal.unknownStudy' : `embed.${shown.kind}`,
            )}
          </p>
        </main>
      )}
    </TranslateContext.Provider>,
    root,
  )
}

/** Only the texts that the frame needs. */
function partsFor(shown: Shown): readonly TextPart[] {
  const hasNotes =
    'analysis' in shown && (hasVariations(shown.analysis) || hasShapes(shown.analysis))
  const isOfStudy = shown.kind === 'exercise' || shown.kind === 'unknownStudy'
  return [
    'share',
    ...(hasNotes ? ['record' as const] : []),
    ...(isOfStudy ? ['study' as const] : []),
  ]
}

// Another game behind `#` needs another page.
addEventListener('hashchange', () => location.reload())
void start()
