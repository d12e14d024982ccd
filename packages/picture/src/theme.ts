/** The themes of a picture, which are those of the site. */
export const PICTURE_THEMES = ['light', 'dark', 'contrast'] as const
export type PictureTheme = (typeof PICTURE_THEMES)[number]

/**
 * The colours of a picture, under the names in the site's `ui/themes.css`. A test compares them.
 */
export interface Colors {
  readonly paper: string
  readonly ink: string
  readonly wood: string
  readonly woodFrame: string
  readonly woodLine: string
  readonly hollow: string
  readonly hollowEdge: string
  readonly boardInk: string
  readonly blackFace: string
  readonly blackSide: string
  readonly blackEdge: string
  readonly blackMark: string
  readonly whiteFace: string
  readonly whiteSide: string
  readonly whiteEdge: string
  readonly whiteMark: string
  readonly unknownSide: string
  readonly pathEdge: string
  readonly pill: string
  readonly pillInk: string
}

export const COLORS_OF: { readonly [T in PictureTheme]: Colors } = {
  light: {
    paper: '#f5ede1',
    ink: '#26211b',
    wood: '#cda873',
    woodFrame: '#8f683a',
    woodLine: '#a77f4b',
    hollow: '#bd9966',
    hollowEdge: '#9b7544',
    boardInk: '#46300f',
    blackFace: '#2c2722',
    blackSide: '#14110e',
    blackEdge: '#14110e',
    blackMark: '#e8bf5b',
    whiteFace: '#f7ebd2',
    whiteSide: '#d8bf97',
    whiteEdge: '#5c3f1c',
    whiteMark: '#4c2c12',
    unknownSide: '#8b7a63',
    pathEdge: '#fff8ea',
    pill: '#fffaf0',
    pillInk: '#241c10',
  },
  dark: {
    paper: '#1b1713',
    ink: '#f2e9da',
    wood: '#6d4c2e',
    woodFrame: '#38261a',
    woodLine: '#553a22',
    hollow: '#583b22',
    hollowEdge: '#432c18',
    boardInk: '#e9d5b5',
    blackFace: '#221d19',
    blackSide: '#090706',
    blackEdge: '#b59a6a',
    blackMark: '#e8bf5b',
    whiteFace: '#ead9b4',
    whiteSide: '#b3935f',
    whiteEdge: '#4a3517',
    whiteMark: '#4c2c12',
    unknownSide: '#75654f',
    pathEdge: '#14231e',
    pill: '#fbf1dc',
    pillInk: '#241c10',
  },
  contrast: {
    paper: '#ffffff',
    ink: '#000000',
    wood: '#e4e4e4',
    woodFrame: '#000000',
    woodLine: '#e4e4e4',
    hollow: '#c6c6c6',
    hollowEdge: '#000000',
    boardInk: '#000000',
    blackFace: '#000000',
    blackSide: '#000000',
    blackEdge: '#ffffff',
    blackMark: '#ffffff',
    whiteFace: '#ffffff',
    whiteSide: '#ffffff',
    whiteEdge: '#000000',
    whiteMark: '#000000',
    unknownSide: '#767676',
    pathEdge: '#ffffff',
    pill: '#ffffff',
    pillInk: '#000000',
  },
}
