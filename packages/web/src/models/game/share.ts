import {
  formatBeginning,
  formatMove,
  formatRecord,
  type GameRecord,
  newRecord,
  tagOf,
} from '@hokito/rules'
import { replayRoute } from '../../routes.ts'

/** A link that replays a record anywhere, with the names of both; all else that is not the game is left out. */
export function linkOf(record: GameRecord, origin: string): string {
  const names = ['Black', 'White'].map((side) => [side, tagOf(record, side) ?? ''] as const)
  const bare: GameRecord = {
    ...newRecord(record.beginning, record.endRule),
    tags: Object.fromEntries(names.filter(([, name]) => name !== '')),
    moves: record.moves,
    ending: record.ending,
  }
  return origin + replayRoute(formatRecord(bare))
}

/** A file name that says what is inside. */
export function fileNameOf(record: GameRecord, extension: string): string {
  const name = formatBeginning(record.beginning)
    .replace(/[^A-Za-z0-9.]+/g, '-')
    .slice(0, 40)
  const last = record.moves.at(-1)
  return `hokito-${name}${last === undefined ? '' : `-${formatMove(last)}`}.${extension}`
}

/** Hands a file to the browser's downloads. */
export function download(name: string, content: Blob): void {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser has taken the content by the time the next task runs.
  setTimeout(() => URL.revokeObjectURL(url))
}

/** Draws an SVG text as a PNG of `size` pixels a side. */
export async function pngOf(svg: string, size: number): Promise<Blob> {
  const image = new Image(size, size)
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = size
  canvas.height = size
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('this browser cannot draw pictures')
  context.drawImage(image, 0, 0, size, size)
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) =>
      blob === null ? reject(new Error('no picture came out')) : resolve(blob),
    )
  })
}
