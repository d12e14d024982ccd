import {
  BOARD_PALETTES,
  BOARDS,
  type Palette,
  PICTURE_THEMES,
  PIECES,
  PIECES_PALETTES,
  SETS_OF,
  SIGN_PALETTES,
} from '@hokito/picture'
import { variableOf } from '@hokito/picture/parts'
import type { Plugin } from 'vite'

/**
 * Serves `virtual:board-colors.css`: the colours of all boards and sets of pieces, of which
 * `packages/picture` has the tables. `data-board` and `data-pieces` choose from them, on the root
 * element or around a single board; without them the theme does.
 */
export function boardColors(): Plugin {
  return {
    name: 'hokito-board-colors',
    resolveId: (id) => (id === NAME ? RESOLVED : null),
    load: (id) => (id === RESOLVED ? boardSheet() : null),
  }
}

// --- internal ---

const NAME = 'virtual:board-colors.css'
const RESOLVED = '\0board-colors.css'

function boardSheet(): string {
  // The light ones first: a dark theme outdoes them by a longer selector or by coming later.
  const shades = (['light', 'dark'] as const).flatMap((shade) => [
    ...BOARDS.map((name) => setRule('board', name, shade, BOARD_PALETTES[name][shade])),
    ...PIECES.map((name) => setRule('pieces', name, shade, PIECES_PALETTES[name][shade])),
  ])
  const signs = PICTURE_THEMES.map((theme) => rule([ofTheme(theme)], SIGN_PALETTES[theme]))
  return [...shades, ...signs].join('\n')
}

type Kind = 'board' | 'pieces'
type Shade = 'light' | 'dark'

/** The colours of a set, where it is chosen and in the themes whose own it is. */
function setRule(kind: Kind, name: string, shade: Shade, palette: Partial<Palette>): string {
  const chosen = `[data-${kind}=${name}]`
  const themes = PICTURE_THEMES.filter(
    (theme) => SETS_OF[theme][kind] === name && (theme === 'dark') === (shade === 'dark'),
  )
  const explicit =
    shade === 'light' ? [chosen] : [`[data-theme=dark]${chosen}`, `[data-theme=dark] ${chosen}`]
  return rule([...themes.map(ofTheme), ...explicit], palette)
}

/** Weaker than every choice. Light also applies until a script has set a theme. */
function ofTheme(theme: string): string {
  return theme === 'light' ? ':where(:root)' : `:where(:root[data-theme=${theme}])`
}

function rule(selectors: readonly string[], palette: Partial<Palette>): string {
  const variables = Object.entries(palette).map(([name, color]) => `${variableOf(name)}:${color}`)
  return `${selectors.join()}{${variables.join(';')}}`
}
