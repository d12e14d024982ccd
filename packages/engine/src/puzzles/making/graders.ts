/**
 * The ten players that make and grade puzzles, from weak to strong. They are the levels as they were
 * when the pack was made. The levels have changed since, but a puzzle keeps its grade.
 */
import type { Level } from '../../levels.ts'

/** A player's number is its index plus one. */
export const GRADERS: readonly Level[] = [
  { nodes: 400, depth: 1, blindness: [0.1, 0.45, 0.8], misjudgement: 40 },
  { nodes: 800, depth: 1, blindness: [0.05, 0.3, 0.6], misjudgement: 24 },
  { nodes: 1_000, depth: 1, blindness: [0.03, 0.2, 0.4], misjudgement: 14 },
  { nodes: 2_000, depth: 2, blindness: [0.02, 0.12, 0.28], misjudgement: 11 },
  { nodes: 4_000, depth: 2, blindness: [0, 0.06, 0.18], misjudgement: 7 },
  { nodes: 8_000, depth: 3, blindness: [0, 0.03, 0.1], misjudgement: 5 },
  { nodes: 15_000, depth: 4, blindness: [0, 0, 0.04], misjudgement: 3 },
  { nodes: 20_000, depth: 6, blindness: [0, 0, 0], misjudgement: 1.5 },
  { nodes: 50_000, depth: 36, blindness: [0, 0, 0], misjudgement: 0 },
  { nodes: 300_000, depth: 36, blindness: [0, 0, 0], misjudgement: 0 },
]
