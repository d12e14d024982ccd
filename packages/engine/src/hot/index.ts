/** The exports of the module for its owner (`core.ts`). */
export {
  cellOf,
  clear,
  compensate,
  generate,
  isOver,
  key,
  link,
  margin,
  mark,
  place,
  play,
  scan,
  turn,
  undo,
} from './board'
export { evaluate, glance, setWeight } from './evaluate'
export { fillKeys } from './keys'
export { area, endOfAreas, MAX_MOVES, MOVES, setThread } from './layout'
export { perft } from './perft'
export {
  aborted,
  beginSearch,
  exclude,
  forgetHistory,
  includeAll,
  lineLength,
  lineMove,
  SOLVED,
  searchNodes,
  searchRoot,
} from './search'
export { beginProof, proofAborted, proofLine, proofNodes, prove, provenMove } from './solver'
export { clearTables, fillPermille, proofFillPermille, setGeneration, setTables } from './table'
