/** The themes of a picture, which are those of the site. */
export const PICTURE_THEMES = ['light', 'dark', 'contrast'] as const
export type PictureTheme = (typeof PICTURE_THEMES)[number]

/** The ways in which a piece can show its value. */
export const PICTURE_MARKS = ['bars', 'dots', 'digits'] as const
export type PictureMarks = (typeof PICTURE_MARKS)[number]

/** The look of the pieces. */
export interface PictureLook {
  readonly marks: PictureMarks
  /** Do the sides' discs also differ by a pattern around the rim? */
  readonly isPatterned: boolean
}

/** The default look. */
export const PLAIN_LOOK: PictureLook = { marks: 'bars', isPatterned: false }

/** The boards to choose from; each is drawn in a light and in a dark theme. */
export const BOARDS = ['oak', 'walnut', 'slate', 'paper', 'plain'] as const
export type BoardName = (typeof BOARDS)[number]

/** The sets of pieces to choose from; each is drawn in a light and in a dark theme. */
export const PIECES = ['wood', 'stone', 'paper', 'plain'] as const
export type PiecesName = (typeof PIECES)[number]

/** The board and the pieces of a drawing; what is absent follows from the theme. */
export interface Sets {
  readonly board?: BoardName | undefined
  readonly pieces?: PiecesName | undefined
}

/** The board and the pieces of a theme, for those who have chosen none. */
export const SETS_OF: Readonly<
  Record<PictureTheme, { readonly board: BoardName; readonly pieces: PiecesName }>
> = {
  light: { board: 'oak', pieces: 'wood' },
  dark: { board: 'walnut', pieces: 'wood' },
  contrast: { board: 'plain', pieces: 'plain' },
}
