/**
 * A Hokito player and endgame prover. Start one with `startEngine` from `@hokito/engine/node` or
 * `@hokito/engine/browser`.
 * @packageDocumentation
 */

export { chooseArrangement } from './arrangement.ts'
export type {
  Engine,
  EngineSettings,
  Line,
  SearchInfo,
  SearchLimits,
  SearchOptions,
  SearchResult,
  SolveGoal,
  SolveOptions,
  SolveProgress,
  SolveResult,
} from './engine.ts'
export { SOLVE_GOALS } from './engine.ts'
export type { Evaluation, Solved, Verdict } from './evaluation.ts'
export { VERDICTS, verdictOf } from './evaluation.ts'
export type { LevelPlayer } from './level-player.ts'
export { createLevelPlayer, nodesOfLevel } from './level-player.ts'
export type { Level, Temptation } from './levels.ts'
export { LEVEL_RATINGS, LEVELS } from './levels.ts'
export { possibleMargin } from './possible-margin.ts'
export type { UgiSession, UgiSessionDependencies } from './ugi/session.ts'
export { createUgiSession } from './ugi/session.ts'
