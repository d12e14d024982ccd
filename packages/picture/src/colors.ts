import { type BoardName, type PictureTheme, type PiecesName, SETS_OF, type Sets } from './look.ts'

const BOARD_COLORS = [
  'wood',
  'woodShade',
  'woodFrame',
  'frameShade',
  'woodLine',
  'hollow',
  'hollowShade',
  'hollowEdge',
  'hollowLight',
  'boardInk',
  'boardShadow',
  'blackOutline',
  'whiteOutline',
] as const

const SIDE_COLORS = [
  'Face',
  'FaceShade',
  'Bevel',
  'Side',
  'SideLit',
  'SideShade',
  'Seam',
  'Edge',
  'Vein',
  'Mark',
  'MarkLit',
  'MarkEdge',
  'Still',
] as const

const SIGN_COLORS = ['path', 'pathEdge', 'missed', 'chosen', 'glow', 'pill', 'pillInk'] as const

/**
 * The names of all colours of a drawing. On the site each is a variable of its style sheet:
 * `blackFace` is `--black-face`.
 */
export type ColorName =
  | (typeof BOARD_COLORS)[number]
  | `${'white' | 'black'}${(typeof SIDE_COLORS)[number]}`
  /** Of a piece whose side is not known, below the top of a stack. */
  | 'unknownSide'
  | (typeof SIGN_COLORS)[number]

/** A colour as `#rrggbb`, or `none` where nothing is drawn. */
export type Palette<Name extends string = ColorName> = Readonly<Record<Name, string>>

/** The colours of a whole picture: those of the drawing, and of the page around it. */
export type Colors = Palette<ColorName | 'paper' | 'ink'>

/** A palette in a light and in a dark theme. */
type Shades<T> = Readonly<Record<'light' | 'dark', T>>

/** The colours of each board. */
export const BOARD_PALETTES: Readonly<Record<BoardName, Shades<Partial<Palette>>>> = {
  oak: {
    light: board(
      '#d9b683 #c49a63 #9b7040 #74502a #7d5428 #cba673 #a67d49 #8f6a3a #ecd0a2 #46300f #3a230a #14110e #5c3f1c',
    ),
    dark: board(
      '#b08d5e #a07d4d #6b4a28 #4a3018 #5d3d1b #a17c4a #7f5d31 #65471f #c9a56f #241605 #1c1003 #100c09 #33200c',
    ),
  },
  walnut: {
    light: board(
      '#835a3b #66442a #4d3320 #382314 #35200f #76533a #4d331e #382412 #a37c57 #f3e3c8 #190d04 #d3bb92 #33200c',
    ),
    dark: board(
      '#7b5537 #573b25 #3d291a #2a1b10 #2c1a0c #6a4a2f #402a18 #2e1d0f #8f6a48 #ecd9ba #0d0703 #c6ae86 #241505',
    ),
  },
  slate: {
    light: board(
      '#a9b0ae #8f9795 #5c6564 #434b4a none #9aa2a0 #6f7876 #5a6462 #cfd6d4 #1d2423 #1a2120 #0f1314 #2f3736',
    ),
    dark: board(
      '#4c5655 #363e3d #232a29 #171c1b none #434c4b #272d2c #1b2020 #66716f #dfe7e5 #050808 #a6b3b0 #161b1b',
    ),
  },
  paper: {
    light: board(
      '#fdfbf5 #fdfbf5 #3a3631 #3a3631 none #fdfbf5 #f1ede3 #8b857b #8b857b #26211b #6d675d #26211b #26211b',
    ),
    dark: board(
      '#24221f #24221f #cfc8bb #cfc8bb none #24221f #1c1a18 #8d8579 #8d8579 #ece5d8 #000000 #ece5d8 #1c1a17',
    ),
  },
  plain: {
    light: board(
      '#e4e4e4 #e4e4e4 #000000 #000000 none #c6c6c6 #c6c6c6 #000000 #000000 #000000 #000000 #000000 #000000',
    ),
    dark: board(
      '#1a1a1a #1a1a1a #ffffff #ffffff none #383838 #383838 #ffffff #ffffff #ffffff #000000 #ffffff #000000',
    ),
  },
}

/** The colours of each set of pieces. */
export const PIECES_PALETTES: Readonly<Record<PiecesName, Shades<Partial<Palette>>>> = {
  wood: {
    light: pieces({
      white:
        '#fcf1d8 #e4cb9d #fffaf0 #d8b985 #f0d9ae #a37d4a #5a3d1b #5c3f1c #b98f57 #4c2a10 #4c2a10 #fffdf6 #dcc8a2',
      black:
        '#453a31 #231d18 #8a7765 #3c2f24 #6a5440 #15100c #0a0806 #14110e #7b6655 #ecc361 #fbe3a0 #0b0806 #5b4f44',
      unknown: '#8b7a63',
    }),
    dark: pieces({
      white:
        '#f3e3bf #cfb280 #fff3d6 #b8975f #dcc08c #7f6034 #33200c #4a3517 #a07c48 #43240d #43240d #fff3d6 #c4ae85',
      black:
        '#3d342c #1a1511 #7d6c5b #33281e #5c4836 #0f0b08 #050302 #97815f #6d5a4a #ecc361 #fbe3a0 #070504 #53483e',
      unknown: '#75654f',
    }),
  },
  stone: {
    light: pieces({
      white:
        '#f6f6f3 #cfd2d0 #ffffff #c2c7c6 #e8ebea #858d8c #3f4847 #4b5453 #9aa5a8 #1f3b57 #1f3b57 #ffffff #c4c8c7',
      black:
        '#3b4147 #1b1f23 #79828a #30363c #5d666f #101316 #07090b #16191c #626c75 #dfe8ee #ffffff #090b0d #53595f',
      unknown: '#878f90',
    }),
    dark: pieces({
      white:
        '#e6e7e3 #b4b9b7 #f7f8f6 #a3aaa9 #cdd2d0 #67706f #262d2c #39413f #8a9598 #1a334c #1a334c #f7f8f6 #a9afad',
      black:
        '#353b41 #15191c #6d767e #2a3035 #525b63 #0c0f11 #040607 #7d8790 #59636c #d5dfe6 #ffffff #06080a #4e555c',
      unknown: '#6f787a',
    }),
  },
  paper: {
    light: pieces({
      white:
        '#ffffff #ffffff #ffffff #ffffff #ffffff #ffffff #26211b #26211b none #26211b #26211b #ffffff #d1d0ce',
      black:
        '#26211b #26211b #26211b #26211b #26211b #26211b #fffdf6 #26211b none #ffffff #ffffff #26211b #5f5a52',
      unknown: '#8b857b',
    }),
    dark: pieces({
      white:
        '#ece5d8 #ece5d8 #ece5d8 #ece5d8 #ece5d8 #ece5d8 #1c1a17 #1c1a17 none #1c1a17 #1c1a17 #ece5d8 #bdb6a9',
      black:
        '#1c1a17 #1c1a17 #1c1a17 #1c1a17 #1c1a17 #1c1a17 #ece5d8 #ece5d8 none #ece5d8 #ece5d8 #1c1a17 #4b4945',
      unknown: '#8d8579',
    }),
  },
  plain: {
    light: pieces({
      white:
        '#ffffff #ffffff #ffffff #ffffff #ffffff #ffffff #000000 #000000 none #000000 #000000 #ffffff #cfcfcf',
      black:
        '#000000 #000000 #000000 #000000 #000000 #000000 #ffffff #ffffff none #ffffff #ffffff #000000 #4d4d4d',
      unknown: '#767676',
    }),
    dark: pieces({
      white:
        '#ffffff #ffffff #ffffff #ffffff #ffffff #ffffff #000000 #000000 none #000000 #000000 #ffffff #cfcfcf',
      black:
        '#000000 #000000 #000000 #000000 #000000 #000000 #ffffff #ffffff none #ffffff #ffffff #000000 #4d4d4d',
      unknown: '#767676',
    }),
  },
}

/** The colours of the signs on a board: paths, rings and the plates with the heights. */
export const SIGN_PALETTES: Readonly<Record<PictureTheme, Partial<Palette>>> = {
  light: signs('#125446 #fff8ea #a02a17 #241c10 #fff3b8 #fffaf0 #241c10'),
  dark: signs('#6fd6b8 #14231e #ff9a7d #ffffff #ffe08a #fbf1dc #241c10'),
  contrast: signs('#003c9e #ffffff #8c0000 #000000 #ffd400 #ffffff #000000'),
}

/** All colours of a picture in a theme. */
export function colorsOf(theme: PictureTheme, sets: Sets = {}): Colors {
  const shade = theme === 'dark' ? 'dark' : 'light'
  const own = SETS_OF[theme]
  const drawing = {
    ...BOARD_PALETTES[sets.board ?? own.board][shade],
    ...PIECES_PALETTES[sets.pieces ?? own.pieces][shade],
    ...SIGN_PALETTES[theme],
  }
  return { ...(drawing as Palette), ...PAGE[theme] }
}

// --- internal ---

/** The page around a picture, under the names in the site's `ui/themes.css`. A test compares them. */
const PAGE: Readonly<Record<PictureTheme, Palette<'paper' | 'ink'>>> = {
  light: { paper: '#f6efe3', ink: '#26211b' },
  dark: { paper: '#1b1713', ink: '#f2e9da' },
  contrast: { paper: '#ffffff', ink: '#000000' },
}

/** Colours in the order of their names. */
function named(names: readonly string[], colors: string): Partial<Palette> {
  const list = colors.split(' ')
  return Object.fromEntries(names.map((name, index) => [name, list[index] ?? 'none']))
}

function board(colors: string): Partial<Palette> {
  return named(BOARD_COLORS, colors)
}

function signs(colors: string): Partial<Palette> {
  return named(SIGN_COLORS, colors)
}

interface PieceColors {
  readonly white: string
  readonly black: string
  readonly unknown: string
}

function pieces({ white, black, unknown }: PieceColors): Partial<Palette> {
  return { ...side('white', white), ...side('black', black), unknownSide: unknown }
}

function side(color: 'white' | 'black', colors: string): Partial<Palette> {
  return named(
    SIDE_COLORS.map((name) => `${color}${name}`),
    colors,
  )
}
