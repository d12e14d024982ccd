import { BOARDS, PIECES, type Sets } from '@hokito/picture/parts'
import { COLORS, type Color } from '@hokito/rules'

/** How the address of a frame asks for it to be shown. Unreadable options count as absent. */
export interface EmbedOptions {
  readonly theme: string
  /** The board and the pieces, if the address names them. */
  readonly sets: Sets
  /** The side at the bottom. */
  readonly view: Color
  /** The number of moves to start after; undefined if the address does not say. */
  readonly ply: number | undefined
  readonly language: string | undefined
}

/** Reads the options; `asksDevice` says whether a media query matches. */
export function readOptions(search: string, asksDevice: (query: string) => boolean): EmbedOptions {
  const query = new URLSearchParams(search)
  const ply = query.get('ply') ?? ''
  return {
    theme: THEMES.find((theme) => theme === query.get('theme')) ?? deviceTheme(asksDevice),
    sets: {
      board: BOARDS.find((board) => board === query.get('board')),
      pieces: PIECES.find((pieces) => pieces === query.get('pieces')),
    },
    view: COLORS.find((color) => color === query.get('view')) ?? 'black',
    ply: /^\d{1,2}$/.test(ply) ? Number(ply) : undefined,
    language: query.get('lang') ?? undefined,
  }
}

// --- internal ---

const THEMES = ['light', 'dark', 'contrast'] as const

/** The theme of the site if no theme is chosen (`models/device/theme.ts`). */
function deviceTheme(asksDevice: (query: string) => boolean): string {
  if (asksDevice('(prefers-contrast: more)')) return 'contrast'
  return asksDevice('(prefers-color-scheme: dark)') ? 'dark' : 'light'
}
