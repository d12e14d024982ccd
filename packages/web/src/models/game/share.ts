import {
  formatBeginning,
  formatMove,
  formatRecord,
  type GameRecord,
  newRecord,
  tagOf,
} from '@hokito/rules'
import { analysisRoute, replayRoute } from '../../routes.ts'

/** A link that replays a record anywhere. It carries the game and both names, and nothing else. */
export function linkOf(record: GameRecord, origin: string): string {
  return origin + replayRoute(bareText(record))
}

/**
 * HTML that shows a game in a frame of any page, with only the game and the names; or all that an
 * analysis address carries, such as `/analysis#…`.
 */
export function frameCodeOf(record: GameRecord, origin: string, analysis?: string): string {
  const address = `${origin}/embed${analysis ?? analysisRoute(bareText(record))}`
    .replaceAll('&', '&amp;')
    .replaceAll('"', '%22')
  const isVaried = analysis !== undefined && record.variations.length > 0
  const height = isVaried ? VARIED_HEIGHT : FRAME.height
  return `<iframe src="${address}" width="${FRAME.width}" height="${height}" title="Hokito" loading="lazy" style="border:0"></iframe>`
}

/** A file name that describes the content. */
export function fileNameOf(record: GameRecord, extension: string): string {
  const name = formatBeginning(record.beginning)
    .replace(/[^A-Za-z0-9.]+/g, '-')
    .slice(0, 40)
  const last = record.moves.at(-1)
  return `hokito-${name}${last === undefined ? '' : `-${formatMove(last)}`}.${extension}`
}

/** Downloads a file. */
export function download(name: string, content: Blob): void {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // By the next task the browser has taken over the content.
  setTimeout(() => URL.revokeObjectURL(url))
}

// --- internal ---

/** As oEmbed names the sizes. */
const FRAME = { width: 480, height: 600 }
/** With room for variations below the board. */
const VARIED_HEIGHT = 760

function bareText(record: GameRecord): string {
  const names = ['Black', 'White'].map((side) => [side, tagOf(record, side) ?? ''] as const)
  const bare: GameRecord = {
    ...newRecord(record.beginning, record.endRule, record.compensation),
    tags: Object.fromEntries(names.filter(([, name]) => name !== '')),
    moves: record.moves,
    ending: record.ending,
  }
  return formatRecord(bare)
}
