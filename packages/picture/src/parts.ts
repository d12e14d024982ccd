/**
 * The parts of the drawing and its measures, for code that puts the same board together in another
 * way, for example to play on it.
 * @packageDocumentation
 */
export { drawingOrder, drawShadows } from './board.ts'
export { along, heightOf, isOnStack, ORIGIN, RADIUS, topOf } from './disc.ts'
export type { Point } from './geometry.ts'
export { BOARD_SIZE, CELL, CORNER, centerOf, placeOf } from './geometry.ts'
export type { BoardName, PictureLook, PictureMarks, PiecesName, Sets } from './look.ts'
export { BOARDS, PICTURE_MARKS, PICTURE_THEMES, PIECES, PLAIN_LOOK, SETS_OF } from './look.ts'
export { drawDefinitions, type Paints, variableOf } from './paints.ts'
export type { PathKind, Ring } from './signs.ts'
export { drawBeads, drawCross, drawEnds, drawPath, drawRing } from './signs.ts'
export type { Box } from './stack.ts'
export { drawPlate, drawStack, plateMiddle, shadowPath } from './stack.ts'
export { drawCoordinates, drawWood } from './wood.ts'
