/** What {@link runLanes} runs. */
export interface LaneWork<L extends { close(): Promise<void> }> {
  readonly lanes: number
  readonly open: () => Promise<L>
  /** Does job number `index`; false when there is nothing more to do. */
  readonly work: (lane: L, index: number) => Promise<boolean>
}

/**
 * Does jobs 0, 1, 2, … on several lanes at a time, each with what it opened for itself, until one says that
 * there is nothing more to do. All lanes are closed, also when one fails; then its error is thrown.
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
