import { COLORS, type Color } from '@hokito/rules'

/** What the address of a frame says of how it is to be shown. What cannot be read is as if it were not there. */
export interface EmbedOptions {
  readonly theme: string
  /** Whose side is below. */
  readonly view: Color
  /** After how many moves it starts; undefined where that is left open. */
  readonly ply: number | undefined
  readonly language: string | undefined
}

/** Reads them; `asksDevice` says whether a media query holds. */
export function readOptions(search: string, asksDevice: (query: string) => boolean): EmbedOptions {
  const query = new URLSearchParams(search)
  const ply = query.get('ply') ?? ''
  return {
    theme: THEMES.find((theme) => theme === query.get('theme')) ?? deviceTheme(asksDevice),
    view: COLORS.find((color) => color === query.get('view')) ?? 'black',
    ply: /^\d{1,2}$/.test(ply) ? Number(ply) : undefined,
    language: query.get('lang') ?? undefined,
  }
}

// --- internal ---

const THEMES = ['light', 'dark', 'contrast'] as const

/** As on the site where nothing is chosen (`models/device/theme.ts`). */
function deviceTheme(asksDevice: (query: string) => boolean): string {
  if (asksDevice('(prefers-contrast: more)')) return 'contrast'
  return asksDevice('(prefers-color-scheme: dark)') ? 'dark' : 'light'
}
