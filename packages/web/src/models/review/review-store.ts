import {
  CERTAINTIES,
  type Finding,
  REASONS,
  REVIEW_VERSION,
  type Worth,
} from '@hokito/engine/review'
import {
  formatMove,
  legalMoves,
  MOST_COMPENSATION,
  type Move,
  occupiedCount,
  type Position,
  parseMove,
  play,
  tryPlay,
} from '@hokito/rules'
import * as v from 'valibot'
import { INSTANT } from '../device/instant.ts'
import { parseJson } from '../device/json.ts'
import { keysWith } from '../device/keys-with.ts'
import { unlessRefused } from '../device/unless-refused.ts'

/** A game in the form that a review needs: one position more than moves. */
export interface PlayedGame {
  readonly positions: readonly Position[]
  readonly moves: readonly Move[]
}

/** Findings about games, stored on this device. */
export interface ReviewStore {
  /**
   * The findings about a game by ply; empty if nothing readable is stored, or only a review of
   * another version.
   */
  load(key: string, game: PlayedGame): ReadonlyMap<number, Finding>
  /** Stores findings in place of earlier ones; false if the browser has no room. */
  save(key: string, findings: ReadonlyMap<number, Finding>, now: number): boolean
}

/** How many reviews are kept; one more replaces the oldest. */
export const MOST_REVIEWS = 50

/**
 * The store over the browser's local storage, which it may forbid. A review can be made again, so
 * none is precious.
 */
export function createReviewStore(storage: () => Storage): ReviewStore {
  return {
    load: (key, game) => {
      const text = unlessRefused(() => storage().getItem(PREFIX + key)) ?? ''
      const read = v.safeParse(SHAPE, parseJson(text))
      if (!read.success) return new Map()
      const findings = read.output.findings.map((kept) => findingOf(kept, game))
      return new Map(findings.flatMap((each) => (each === undefined ? [] : [[each.ply, each]])))
    },
    save: (key, findings, now) => {
      const text = JSON.stringify({
        version: REVIEW_VERSION,
        changedAt: now,
        findings: [...findings.values()].map(keptOf),
      })
      return (
        unlessRefused(() => {
          makeRoom(storage(), PREFIX + key)
          storage().setItem(PREFIX + key, text)
          return true
        }) ?? false
      )
    },
  }
}

// --- internal ---

const PREFIX = 'hokito:review:'
/** More plies than a game has. */
const MOST_PLIES = 36
/** Moves beyond this are too uncertain to show. */
const LONGEST_LINE = 8

/** All points of a game, and White's compensation. */
const MOST_POINTS = 108 + MOST_COMPENSATION

const WORTH = v.tuple([
  v.pipe(v.number(), v.multipleOf(0.5), v.minValue(-MOST_POINTS), v.maxValue(MOST_POINTS)),
  v.picklist(CERTAINTIES),
])
const LINE = v.pipe(v.string(), v.maxLength(5 * LONGEST_LINE))
const FINDING = v.object({
  ply: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(MOST_PLIES)),
  played: WORTH,
  best: WORTH,
  worth: WORTH,
  next: v.optional(WORTH),
  line: LINE,
  reply: LINE,
  reason: v.optional(
    v.object({
      kind: v.picklist(REASONS),
      point: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(LONGEST_LINE)),
    }),
  ),
})
const SHAPE = v.object({
  version: v.literal(REVIEW_VERSION),
  changedAt: INSTANT,
  findings: v.pipe(v.array(FINDING), v.maxLength(MOST_PLIES)),
})

type Kept = v.InferOutput<typeof FINDING>

/** Removes the oldest reviews if another one would make too many. */
function makeRoom(storage: Storage, key: string): void {
  const others = keysWith(storage, PREFIX)
    .filter((each) => each !== key)
    .map((each) => ({ key: each, changedAt: changedAt(storage.getItem(each)) }))
    .sort((a, b) => b.changedAt - a.changedAt)
  for (const old of others.slice(MOST_REVIEWS - 1)) storage.removeItem(old.key)
}

/** When a review was stored; an unreadable one counts as the oldest. */
function changedAt(text: string | null): number {
  const read = v.safeParse(v.object({ changedAt: INSTANT }), parseJson(text ?? ''))
  return read.success ? read.output.changedAt : 0
}

function keptOf({ ply, played, best, worth, next, line, reply, reason }: Finding): Kept {
  return {
    ply,
    played: pairOf(played),
    best: pairOf(best),
    worth: pairOf(worth),
    ...(next && { next: pairOf(next) }),
    line: textOf(line),
    reply: textOf(reply),
    ...(reason && { reason }),
  }
}

function textOf(line: readonly Move[]): string {
  return line.slice(0, LONGEST_LINE).map(formatMove).join(' ')
}

function pairOf({ margin, certainty }: Worth): Kept['worth'] {
  return [margin, certainty]
}

function worthOf([margin, certainty]: Kept['worth']): Worth {
  return { margin, certainty }
}

/** The stored finding about a move, if it fits the game. */
function findingOf(kept: Kept, { positions, moves }: PlayedGame): Finding | undefined {
  const [position, move] = [positions[kept.ply], moves[kept.ply]]
  if (position === undefined || move === undefined) return undefined
  const line = lineOf(kept.line, position)
  const reply = lineOf(kept.reply, play(position, move))
  if (line === undefined || line.length === 0 || reply === undefined) return undefined
  return {
    ply: kept.ply,
    mover: position.turn,
    move,
    occupied: occupiedCount(position),
    choices: legalMoves(position).length,
    played: worthOf(kept.played),
    best: worthOf(kept.best),
    worth: worthOf(kept.worth),
    next: kept.next && worthOf(kept.next),
    line,
    reply,
    reason: kept.reason,
  }
}

/** The moves of a text, if all can be played one after another from a position. */
function lineOf(text: string, first: Position): readonly Move[] | undefined {
  const line: Move[] = []
  let position = first
  for (const word of text === '' ? [] : text.split(' ')) {
    const move = parseMove(word)
    const next = move.ok ? tryPlay(position, move.value) : move
    if (!move.ok || !next.ok) return undefined
    line.push(move.value)
    position = next.value
  }
  return line
}
