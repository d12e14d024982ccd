/**
 * Positions of Hokito as drawings: self-contained SVG texts. These modules are pure. `./node`
 * paints drawings in pixels, `./gif` makes animated GIFs from pixels, and `./parts` has the parts
 * of the drawing.
 * @packageDocumentation
 */
export { drawBoard } from './board.ts'
export type { ColorName, Colors, Palette } from './colors.ts'
export { BOARD_PALETTES, colorsOf, PIECES_PALETTES, SIGN_PALETTES } from './colors.ts'
export type {
  BoardName,
  PictureLook,
  PictureMarks,
  PictureTheme,
  PiecesName,
  Sets,
} from './look.ts'
export { BOARDS, PICTURE_MARKS, PICTURE_THEMES, PIECES, PLAIN_LOOK, SETS_OF } from './look.ts'
export { drawPreview, PREVIEW_HEIGHT, PREVIEW_WIDTH } from './preview.ts'
export type { Manner, Scene, Walk } from './scene.ts'
export { PLAIN_MANNER, sceneAt, scenesOf, walkFrom } from './scene.ts'
export type { PictureFormat } from './size.ts'
export { isPictureSize, PICTURE_FORMATS, PICTURE_SIZES } from './size.ts'
