import type { SearchLimits } from '@hokito/engine'
import { formatDate, formatRecord, type GameOptions, type GameRecord } from '@hokito/rules'
import { startEnginePlayer } from '../arena/engine-player.ts'
import { playGame } from '../arena/game.ts'
import { runLanes } from '../arena/lanes.ts'
import { type OpeningOptions, openingOf } from '../arena/opening.ts'
import type { Player } from '../arena/player.ts'
import { openRecordFile, type RecordFile } from '../arena/record-file.ts'
import { EXIT, type ExitCode, type Io } from '../io.ts'
import { createProgress } from '../progress.ts'

/** Arguments of `selfplay`. */
export interface SelfplayArguments {
  readonly games: number
  readonly limits: SearchLimits
  readonly openings: OpeningOptions
  readonly options: GameOptions
  readonly parallel: number
  readonly hashMiB: number | undefined
  /** The file for the games. Standard output if undefined. */
  readonly out: { readonly path: string; readonly mayAppend: boolean } | undefined
}

/** `hokito selfplay`: games of the engine against itself, as HGN. Fails if it is interrupted. */
export async function runSelfplay(args: SelfplayArguments, io: Io): Promise<ExitCode> {
  const file =
    args.out === undefined
      ? standardOutput(io)
      : await openRecordFile(args.out.path, args.out.mayAppend)
  const progress = createProgress(io)
  const counts = { black: 0, white: 0, draw: 0 }
  let played = 0
  try {
    await runLanes({
      lanes: Math.min(args.parallel, args.games),
      open: async () => startEnginePlayer(nameOf(args.limits), args.hashMiB, io.interrupted),
      work: async (player, index) => {
        if (index >= args.games || io.interrupted.aborted) return false
        const record = await playOne(args, player, index, io)
        if (record === undefined) return false
        await file.add(record)
        played++
        if (record.ending !== undefined) counts[record.ending.winner]++
        progress.tell(
          `${played} of ${args.games} games: Black won ${counts.black}, White ${counts.white}, drawn ${counts.draw}`,
        )
        return true
      },
    })
  } finally {
    progress.clear()
    await file.close()
  }
  return io.interrupted.aborted ? EXIT.failed : EXIT.ok
}

// --- internal ---

function playOne(
  { openings, options, limits }: SelfplayArguments,
  player: Player,
  index: number,
  io: Io,
): Promise<GameRecord | undefined> {
  return playGame(
    {
      opening: openingOf(index, openings),
      options,
      players: { black: player, white: player },
      pace: { kind: 'move', limits },
      graceMs: 0,
      tags: tagsOf(player.name, index + 1, io.now()),
    },
    { nowMs: () => io.now().getTime(), interrupted: io.interrupted },
  )
}

function nameOf({ level }: SearchLimits): string {
  return level === undefined ? 'hokito' : `hokito level ${level}`
}

function tagsOf(name: string, round: number, now: Date): GameRecord['tags'] {
  const date = formatDate(now)
  return { Event: 'Self-play', Date: date, Black: name, White: name, Round: String(round) }
}

function standardOutput(io: Io): RecordFile {
  let isFirst = true
  return {
    async add(record) {
      io.write(`${isFirst ? '' : '\n'}${formatRecord(record)}`)
      isFirst = false
    },
    close: async () => undefined,
  }
}
