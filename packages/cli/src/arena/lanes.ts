/** The work of {@link runLanes}. */
export interface LaneWork<L extends { close(): Promise<void> }> {
  readonly lanes: number
  readonly open: () => Promise<L>
  /** Does job number `index`. Returns false if there is no more work. */
  readonly work: (lane: L, index: number) => Promise<boolean>
}

/**
 * Does jobs 0, 1, 2, … on several lanes at a time, each with what it opened for itself, until a
 * lane has no more work. It closes all lanes, even if one fails, and then throws the error of that
 * lane.
 */
export async function runLanes<L extends { close(): Promise<void> }>({
  lanes,
  open,
  work,
}: LaneWork<L>): Promise<void> {
  let next = 0
  let isDone = false
  async function run(): Promise<void> {
    const lane = await open()
    try {
      while (!isDone) {
        if (!(await work(lane, next++))) isDone = true
      }
    } finally {
      isDone = true
      await lane.close()
    }
  }
  const ends = await Promise.allSettled(Array.from({ length: lanes }, run))
  for (const end of ends) if (end.status === 'rejected') throw end.reason
}
