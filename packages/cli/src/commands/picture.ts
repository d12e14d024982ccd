import { stat, writeFile } from 'node:fs/promises'
import {
  drawBoard,
  type Manner,
  type PictureFormat,
  type Scene,
  sceneAt,
  type Walk,
} from '@hokito/picture'
import type { PaintTask } from '@hokito/picture/node'
import { type GameOptions, parseRecords, positionOf, replay } from '@hokito/rules'
import { readPosition } from '../arguments.ts'
import { describeHgn } from '../describe.ts'
import { textOf } from '../input.ts'
import { EXIT, type ExitCode, type Io, UserError } from '../io.ts'
import { createProgress } from '../progress.ts'
import { describeSystemError } from '../system-error.ts'

/** Arguments of `picture`. */
export interface PictureArguments {
  /** A deal, an HFEN in one or two words, a file of either or of a record, or `-`. */
  readonly source: readonly string[]
  readonly options: GameOptions
  readonly format: PictureFormat
  /** Width in pixels, within the bounds of the format. */
  readonly size: number
  readonly manner: Manner
  /** Number of moves after which to show the game. If absent, after the last. */
  readonly ply: number | undefined
  /** Undefined for standard output. */
  readonly out: string | undefined
}

/** `hokito picture`: writes a picture of a position or a game to a file. */
export async function runPicture(wish: PictureArguments, io: Io): Promise<ExitCode> {
  const { format, size, manner, ply, out } = wish
  if (format === 'svg') {
    const svg = `${drawBoard(oneScene(await readWalk(wish, io), ply), size, manner)}\n`
    if (out === undefined) io.write(svg)
    else await save(out, svg)
    return EXIT.ok
  }
  if (out === undefined) {
    throw new UserError(`a ${format.toUpperCase()} needs a file: --out FILE`, EXIT.usage)
  }
  const bytes = await paint(taskOf(format, await readWalk(wish, io), wish), io)
  if (bytes === undefined) return EXIT.failed
  await save(out, bytes)
  return EXIT.ok
}

// --- internal ---

async function readWalk(
  { source, options }: Pick<PictureArguments, 'source' | 'options'>,
  io: Io,
): Promise<Walk> {
  const [file = ''] = source
  if (source.length > 1 || (file !== '-' && !(await isFile(file)))) {
    return { positions: [readPosition(source, options)], moves: [] }
  }
  const text = await textOf(file, io)
  // Every record has a tag, and no position has a bracket.
  if (!text.includes('[')) {
    return { positions: [readPosition([text], options)], moves: [] }
  }
  const [record, ...others] = parseRecords(text)
  if (record === undefined || others.length > 0) {
    throw new UserError(`${file} has ${others.length + 1} games, and a picture shows one`)
  }
  if (!record.ok) throw new UserError(`${file}: ${describeHgn(record.error)}`)
  const { moves } = record.value
  const replayed = replay(record.value)
  // The parser has replayed the moves, so they are legal.
  const positions = replayed.ok ? replayed.value : [positionOf(record.value)]
  return { positions, moves }
}

/**
 * Is this word the name of a file? A word that looks like neither a deal nor a board is taken for
 * the name of a missing file.
 */
async function isFile(word: string): Promise<boolean> {
  const found = await stat(word).catch(() => undefined)
  if (found !== undefined) return true
  const text = word.trim()
  return !/^s?[\d.]*$/.test(text) && text.split('/').length !== RANKS && !/\s[bw]$/.test(text)
}

const RANKS = 6

function oneScene(walk: Walk, ply: number | undefined): Scene {
  const { length } = walk.moves
  const scene = sceneAt(walk, ply ?? length)
  if (scene !== undefined) return scene
  throw new UserError(`--ply must be at most ${length}: the game has no more moves`, EXIT.usage)
}

function taskOf(
  format: 'png' | 'gif',
  walk: Walk,
  { size, manner, ply }: PictureArguments,
): PaintTask {
  if (format === 'png') return { kind: 'png', svg: drawBoard(oneScene(walk, ply), size, manner) }
  if (ply !== undefined)
    throw new UserError('a GIF shows the whole game, without --ply', EXIT.usage)
  const [start] = walk.positions
  if (start === undefined || walk.moves.length === 0) {
    throw new UserError('a GIF shows a game, and there are no moves here', EXIT.usage)
  }
  return { kind: 'gif', start, moves: walk.moves, size, manner }
}

/** Undefined if the person has interrupted it. */
async function paint(task: PaintTask, io: Io): Promise<Uint8Array | undefined> {
  const { createPainter, framesOf } = await import('@hokito/picture/node')
  const frames = framesOf(task)
  const painter = createPainter({ mostWaiting: 1 })
  const progress = createProgress(io)
  const stop = () => void painter.close()
  io.interrupted.addEventListener('abort', stop)
  try {
    return await painter.paint(task, (done) => progress.tell(`frame ${done} of ${frames}`))
  } catch (error) {
    if (io.interrupted.aborted) return undefined
    throw error
  } finally {
    io.interrupted.removeEventListener('abort', stop)
    progress.clear()
    await painter.close()
  }
}

async function save(file: string, content: string | Uint8Array): Promise<void> {
  try {
    await writeFile(file, content)
  } catch (error) {
    throw new UserError(`${file} cannot be written: ${describeSystemError(error)}`)
  }
}
