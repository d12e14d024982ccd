import { type ByColor, COLORS, type Color } from '@hokito/rules'
import { useEffect, useRef, useState } from 'preact/hooks'
import { type Translate, useTranslate } from '../../i18n/i18n.ts'
import type { RecordView } from '../../models/game/record-view.ts'
import { useServices } from '../../services.ts'
import { type AnnouncerModel, announce, createAnnouncer } from '../../ui/Announcer.tsx'
import { boardTexts } from '../../words/board-texts.ts'
import { joinSentences } from '../../words/sentences.ts'
import { formatClock } from './SeatCard.tsx'

/** What a voice needs to know of a game. */
export interface SpokenGame {
  readonly record: Pick<RecordView, 'positions' | 'moves' | 'lastMade' | 'points' | 'movesLeft'>
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
  readonly sayScore: () => void
  readonly sayClocks: () => void
  /** Says the last move, hop by hop. */
  readonly tellLastMove: () => void
}

/** The voice of a game; `own` is the colour of the only person playing here, if there is only one. */
export function useGameVoice(game: SpokenGame, own: Color | undefined): GameVoice {
  const t = useTranslate()
  const [announcer] = useState(createAnnouncer)
  const say = (text: string) => announce(announcer, text)
  const { record } = game
  useSounds(game, own)
  useEndSpeech(t, game, say)
  return {
    announcer,
    sayScore: () => say(scoreSpeech(t, game)),
    sayClocks: () => say(clockSpeech(t, game)),
    tellLastMove: () => {
      const made = record.lastMade.peek()
      say(made === undefined ? t('game.noMoves') : boardTexts(t, own).moved(made))
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
  const clocksInWords = COLORS.map((color) =>
    t('game.clockOf', { name: nameOf(color), time: formatClock(left[color]) }),
  )
  return joinSentences(...clocksInWords)
}

/** Says how the game ended, once, when it ends before our eyes. */
function useEndSpeech(t: Translate, game: SpokenGame, say: (text: string) => void): void {
  const { isOver } = game
  const wasRunning = useRef(!isOver)
  // After every rendering: what was shown before says whether there is anything new.
  useEffect(() => {
    if (isOver && wasRunning.current) {
      say(joinSentences(game.endSpeech(), t('game.balance', { ...game.record.points.peek() })))
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
