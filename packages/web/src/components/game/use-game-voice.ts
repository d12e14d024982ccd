import { type ByColor, COLORS, type Color } from '@hokito/rules'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { Saying, Translate } from '../../i18n/i18n.ts'
import type { RecordView } from '../../models/game/record-view.ts'
import { useServices } from '../../services.ts'
import { type AnnouncerModel, announce, createAnnouncer } from '../../ui/Announcer.tsx'
import { joinSentences } from '../../words/sentences.ts'
import { lastMoveSaying, scoreSaying } from '../../words/spoken.ts'
import { formatClock } from './SeatCard.tsx'

/** The data of a game that its announcements need. */
export interface SpokenGame {
  readonly record: Pick<RecordView, 'positions' | 'moves' | 'lastMade' | 'totals' | 'movesLeft'>
  readonly isOver: boolean
  /** The time left; undefined without a clock. */
  readonly clocks: () => ByColor<number> | undefined
  readonly nameOf: (t: Translate, color: Color) => string
  /** Who won and why, once it is over. */
  readonly endSaying: () => Saying
}

/**
 * The announcements and sounds of a game page. On request they give the score, the clocks and the
 * last move; the end is announced by itself.
 */
export interface GameVoice {
  readonly announcer: AnnouncerModel
  readonly sayScore: () => void
  readonly sayClocks: () => void
  /** Announces the last move, hop by hop. */
  readonly tellLastMove: () => void
}

/**
 * The announcements of a game; `own` is the colour of the only person playing here, undefined if
 * there are two or none.
 */
export function useGameVoice(game: SpokenGame, own: Color | undefined): GameVoice {
  const [announcer] = useState(createAnnouncer)
  const say = (saying: Saying) => announce(announcer, saying)
  const { record } = game
  useSounds(game, own)
  useEndSpeech(game, say)
  return {
    announcer,
    sayScore: () => say(scoreSaying(record)),
    sayClocks: () => say(clockSaying(game)),
    tellLastMove: () => say(lastMoveSaying(record.lastMade.peek(), own)),
  }
}

// --- internal ---

/** The time that both sides have left now. */
function clockSaying({ clocks, nameOf }: SpokenGame): Saying {
  const left = clocks()
  if (left === undefined) return (t) => t('game.withoutClock')
  return (t) =>
    joinSentences(
      ...COLORS.map((color) =>
        t('game.clockOf', { name: nameOf(t, color), time: formatClock(left[color]) }),
      ),
    )
}

/** Announces the end of the game, once, if it ends while this page shows it. */
function useEndSpeech(game: SpokenGame, say: (saying: Saying) => void): void {
  const { isOver } = game
  const wasRunning = useRef(!isOver)
  // Runs after every render and compares with the render before.
  useEffect(() => {
    if (isOver && wasRunning.current) {
      const end = game.endSaying()
      const points = { ...game.record.totals.peek() }
      say((t) => joinSentences(end(t), t('game.balance', points)))
    }
    wasRunning.current = !isOver
  })
}

/** Plays the sounds of moves and of the end, as they happen on this page. */
function useSounds({ record, isOver }: SpokenGame, own: Color | undefined): void {
  const { sounds } = useServices()
  const count = record.moves.value.length
  const before = useRef({ count, isOver })
  // As above, after every render.
  useEffect(() => {
    const isLonger = count > before.current.count
    const mover = record.positions.peek()[count - 1]?.turn
    if (isOver && !before.current.isOver) sounds.play('end')
    else if (isLonger) sounds.play(own === undefined || mover === own ? 'own' : 'other')
    before.current = { count, isOver }
  })
}
