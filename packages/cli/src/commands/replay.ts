import {
  formatBeginning,
  formatMove,
  formatPosition,
  type GameRecord,
  numberBefore,
  positionOf,
  readRecords,
  replay,
  score,
  tagOf,
} from '@hokito/rules'
import { drawBoard } from '../board-view.ts'
import { describeCompensation, describeHgn } from '../describe.ts'
import { piecesOf } from '../input.ts'
import { EXIT, type ExitCode, type Io, UserError } from '../io.ts'

/** Arguments of `replay`; `file` is `-` for standard input. */
export interface ReplayArguments {
  readonly file: string
  readonly json: boolean
}

/**
 * `hokito replay`: every game of a file board by board, or one line of JSON per game. Fails if one
 * is broken.
 */
export async function runReplay({ file, json }: ReplayArguments, io: Io): Promise<ExitCode> {
  let games = 0
  let unreadable = 0
  for await (const record of readRecords(piecesOf(file, io))) {
    if (io.interrupted.aborted) return EXIT.failed
    games++
    if (!record.ok) {
      unreadable++
      io.writeError(`${file}: ${describeHgn(record.error)}\n`)
    } else {
      const { value } = record
      io.write(json ? `${JSON.stringify(factsOf(value))}\n` : drawGame(value, games, io))
      await io.room()
    }
  }
  if (games === 0) throw new UserError(`${file} has no game in it`)
  return unreadable === 0 ? EXIT.ok : EXIT.failed
}

// --- internal ---

function factsOf(record: GameRecord) {
  const positions = positionsOf(record)
  return {
    beginning: formatBeginning(record.beginning),
    endRule: record.endRule,
    compensation: record.compensation,
    tags: record.tags,
    moves: record.moves.map(formatMove),
    positions: positions.map(formatPosition),
    scores: positions.map((position) => score(position)),
    ending: record.ending ?? null,
  }
}

function positionsOf(record: GameRecord) {
  const replayed = replay(record)
  return replayed.ok ? replayed.value : [positionOf(record)]
}

function drawGame(record: GameRecord, number: number, io: Io): string {
  const positions = positionsOf(record)
  const names = `${tagOf(record, 'Black') ?? 'Black'} – ${tagOf(record, 'White') ?? 'White'}`
  const lines = [
    `Game ${number}: ${names}, ${formatBeginning(record.beginning)}, ${record.endRule}`,
    '',
  ]
  const extra = describeCompensation(record.compensation)
  for (const [ply, position] of positions.entries()) {
    const lastMove = record.moves[ply - 1]
    const points = score(position)
    if (lastMove !== undefined) {
      const mark = numberBefore(ply - 1, positions[0]?.turn ?? 'black') ?? '...'
      lines.push(
        `${mark} ${formatMove(lastMove)}   black ${points.black}, white ${points.white}${extra}`,
      )
    }
    lines.push(drawBoard(position, { hasColor: io.hasColor, lastMove, columns: io.columns() }), '')
    for (const comment of record.comments)
      if (comment.ply === ply) lines.push(`{${comment.text}}`, '')
  }
  const { ending } = record
  lines.push(
    ending === undefined
      ? 'not finished'
      : `${ending.winner === 'draw' ? 'a draw' : `${ending.winner} wins`} (${ending.kind})`,
    '',
  )
  return `${lines.join('\n')}\n`
}
