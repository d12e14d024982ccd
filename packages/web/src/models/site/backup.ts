import { err, ok, type Result } from '@hokito/rules'
import * as v from 'valibot'
import { parseJson } from '../device/json.ts'
import { parseSettings, type SettingsModel } from '../device/settings.ts'
import { lessonsNamed, type ProgressModel } from '../learn/progress.ts'
import type { GameStore } from '../local/game-store.ts'
import { formatSave, parseSave, type SaveError } from '../local/save.ts'

/** Everything that the site keeps on a device for a person. */
export interface Belongings {
  readonly store: GameStore
  readonly settings: SettingsModel
  readonly progress: ProgressModel
}

/** Why a backup cannot be read as a whole. */
export type BackupError =
  | { readonly code: 'notJson' | 'notBackup' | 'badSettings' }
  /** `n` counts the games of the file from 1. */
  | { readonly code: 'badGame'; readonly n: number; readonly reason: SaveError }
  | { readonly code: 'noRoom' }

/** What a backup has brought. */
export interface Restored {
  readonly added: number
  /** Games that were here already, as new or newer. */
  readonly kept: number
}

/** Writes settings, lessons and all readable games as one text. */
export function formatBackup({ store, settings, progress }: Belongings): string {
  return JSON.stringify({
    format: FORMAT,
    version: 1,
    settings: settings.settings.peek(),
    lessons: [...progress.done.peek()],
    games: store.list().games.map((game) => JSON.parse(formatSave(game))),
  })
}

/**
 * Takes over everything from a backup. It is read to its end first: if any of it is broken, nothing changes.
 * Games that are here in a newer state stay as they are.
 */
export function restoreBackup(text: string, belongings: Belongings): Result<Restored, BackupError> {
  const json = parseJson(text)
  if (json === undefined) return err({ code: 'notJson' })
  const shape = v.safeParse(SHAPE, json)
  if (!shape.success) return err({ code: 'notBackup' })
  const settings = parseSettings(shape.output.settings)
  if (settings === undefined) return err({ code: 'badSettings' })
  const games = []
  for (const [index, each] of shape.output.games.entries()) {
    const game = parseSave(JSON.stringify(each))
    if (!game.ok) return err({ code: 'badGame', n: index + 1, reason: game.error })
    games.push(game.value)
  }
  const { store, progress } = belongings
  const present = new Map(store.list().games.map((game) => [game.id, game.updatedAt]))
  const missing = games.filter((game) => (present.get(game.id) ?? 0) < game.updatedAt)
  if (!store.takeIn(missing)) return err({ code: 'noRoom' })
  belongings.settings.change(settings)
  progress.finish(...lessonsNamed(shape.output.lessons))
  return ok({ added: missing.length, kept: games.length - missing.length })
}

// --- internal ---

const FORMAT = 'hokito-backup'
/** More than anybody has played on one device, and few enough to be read at once. */
const MOST_GAMES = 100_000

const SHAPE = v.object({
  format: v.literal(FORMAT),
  version: v.literal(1),
  settings: v.unknown(),
  lessons: v.pipe(v.array(v.string()), v.maxLength(100)),
  games: v.pipe(v.array(v.unknown()), v.maxLength(MOST_GAMES)),
})
