/**
 * The value of the first move at a strength, in rating points: a player without the first move who
 * is this much stronger scores half. It grows with strength. Setup and end rule change it by less
 * than could be measured.
 * @param strength the mean of both ratings
 */
export function firstMoveEdge(strength: number): number {
  const above = MEASURED.findIndex(({ rating }) => rating > strength)
  const [low, high] = above === -1 ? MEASURED.slice(-2) : MEASURED.slice(Math.max(0, above - 1))
  if (low === undefined || high === undefined || above === 0) return MEASURED[0].edge
  const slope = (high.edge - low.edge) / (high.rating - low.rating)
  return Math.min(LARGEST, low.edge + slope * (strength - low.rating))
}

// --- internal ---

/**
 * Levels 1, 3, 5, 7, 8 and 9 against themselves (docs/ratings.md). Ratings come from their games
 * against each other, with level 5 at 1500.
 */
const MEASURED = [
  { rating: 1030, edge: 24 },
  { rating: 1210, edge: 50 },
  { rating: 1500, edge: 77 },
  { rating: 1800, edge: 118 },
  { rating: 1960, edge: 147 },
  { rating: 2140, edge: 252 },
] as const

/** Black won 39 of 40 games between the strongest engines. */
const LARGEST = 640
