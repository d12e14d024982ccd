/**
 * Positions of Hokito as drawings: self-contained SVG texts. These modules are pure. `./node`
 * paints drawings in pixels, `./gif` makes animated GIFs from pixels, and `./measures` has the
 * measures of the drawing.
 * @packageDocumentation
 */
export { drawBoard } from './board.ts'
export { drawPreview, PREVIEW_HEIGHT, PREVIEW_WIDTH } from './preview.ts'
export type { Manner, Scene, Walk } from './scene.ts'
export { PLAIN_MANNER, sceneAt, scenesOf, walkFrom } from './scene.ts'
export type { PictureFormat } from './size.ts'
export { isPictureSize, PICTURE_FORMATS, PICTURE_SIZES } from './size.ts'
export type { PictureLook, PictureMarks } from './stack.ts'
export { PICTURE_MARKS, PLAIN_LOOK } from './stack.ts'
export type { Colors, PictureTheme } from './theme.ts'
export { COLORS_OF, PICTURE_THEMES } from './theme.ts'
