/**
 * The measures of the drawing, for code that draws the same board in another way, for example to
 * play on it.
 * @packageDocumentation
 */
export { BAR, DOT, DOT_PLACES, EDGE, edgePath, MOST_EDGES, pillOf, RADIUS, topOf } from './disc.ts'
export type { Point } from './geometry.ts'
export { BOARD_SIZE, CELL, centerOf, FRAME, placeOf } from './geometry.ts'
