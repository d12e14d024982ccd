import { type ByColor, COLORS, type Color, ownerOf, type Path } from '@hokito/rules'
import { type Signal, useSignal } from '@preact/signals'
import { useEffect, useRef, useState } from 'preact/hooks'
import { previewMove } from '../../board/index.ts'
import { type Translate, useTranslate } from '../../i18n/i18n.ts'
import type { RecordView } from '../../models/game/record-view.ts'
import { useServices } from '../../services.ts'
import { type AnnouncerModel, announce, createAnnouncer } from '../../ui/Announcer.tsx'
import { boardTexts } from '../../words/board-texts.ts'
import { formatClock } from './SeatCard.tsx'

/** What a voice needs to know of a game. */
export interface SpokenGame {
  readonly record: Pick<
    RecordView,
    'positions' | 'moves' | 'ply' | 'position' | 'lastMove' | 'points' | 'movesLeft'
  >
  readonly isOver: boolean
  /** Time left; undefined without a clock. */
  readonly clocks: () => ByColor<number> | undefined
  readonly nameOf: (color: Color) => string
  /** Who won and why, once it is over. */
  readonly endSpeech: () => string
}

/** What a game page says and sounds: on demand the score, the clocks and the last move; by itself the end. */
export interface GameVoice {
  readonly announcer: AnnouncerModel
  /** The last move's path, while it is shown. */
  readonly shownPath: Signal<Path | undefined>
  readonly sayScore: () => void
  readonly sayClocks: () => void
  /** Says the last move and shows its hops until the next change. */
  readonly tellLastMove: () => void
}

/** The voice of a game; `own` is the colour of the only person playing here, if there is only one. */
export function useGameVoice(game: SpokenGame, own: Color | undefined): GameVoice {
  const t = useTranslate()
  const [announcer] = useState(createAnnouncer)
  const shownPath = useSignal<Path | undefined>(undefined)
  const say = (text: string) => announce(announcer, text)
  const { record } = game
  useSounds(game, own)
  const { position } = record
  useEffect(
    () =>
      position.subscribe(() => {
        shownPath.value = undefined
      }),
    [position, shownPath],
  )
  useEndSpeech(t, game, say)
  return {
    announcer,
    shownPath,
    sayScore: () => say(scoreSpeech(t, game)),
    sayClocks: () => say(clockSpeech(t, game)),
    tellLastMove: () => {
      const move = record.lastMove.peek()
      const before = record.positions.peek()[record.ply.peek() - 1]
      const made = move && record.position.peek().board[move.to]
      if (move === undefined || before === undefined || made === undefined) {
        return say(t('game.noMoves'))
      }
      shownPath.value = previewMove(before, move)?.path
      say(boardTexts(t, own).moved({ before, move, made, by: ownerOf(made) }))
    },
  }
}

// --- internal ---

function scoreSpeech(t: Translate, { record }: SpokenGame): string {
  const moves = record.movesLeft.peek()
  return t('game.spokenScore', {
    ...record.points.peek(),
    blackMoves: moves.black,
    whiteMoves: moves.white,
  })
}

function clockSpeech(t: Translate, { clocks, nameOf }: SpokenGame): string {
  const left = clocks()
  if (left === undefined) return t('game.withoutClock')
  return COLORS.map((color) =>
    t('game.clockOf', { name: nameOf(color), time: formatClock(left[color]) }),
  ).join('. ')
}

/** Says how the game ended, once, when it ends before our eyes. */
function useEndSpeech(t: Translate, game: SpokenGame, say: (text: string) => void): void {
  const { isOver } = game
  const wasRunning = useRef(!isOver)
  // After every rendering: what was shown before says whether there is anything new.
  useEffect(() => {
    if (isOver && wasRunning.current) {
      say(`${game.endSpeech()} ${t('game.balance', { ...game.record.points.peek() })}`)
    }
    wasRunning.current = !isOver
  })
}

/** Sounds of moves and of the end, as they happen before our eyes. */
function useSounds({ record, isOver }: SpokenGame, own: Color | undefined): void {
  const { sounds } = useServices()
  const count = record.moves.value.length
  const before = useRef({ count, isOver })
  // As above.
  useEffect(() => {
    const isLonger = count > before.current.count
    const mover = record.positions.peek()[count - 1]?.turn
    if (isOver && !before.current.isOver) sounds.play('end')
    else if (isLonger) sounds.play(own === undefined || mover === own ? 'own' : 'other')
    before.current = { count, isOver }
  })
}
