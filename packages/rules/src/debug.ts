/**
 * Tools for testing and measuring programs that play Hokito: move counting and repeatable random games.
 * @packageDocumentation
 */
export { divide, perft } from './perft.ts'
export { type RandomGame, randomPlay, seededGame } from './random-game.ts'
