import { COLORS, type Color, outcome, ownerOf, type Path } from '@hokito/rules'
import { type Signal, useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { previewMove } from '../board/index.ts'
import { type Translate, useTranslate } from '../i18n/i18n.ts'
import { describeEnding, headlineOf, seatName } from '../i18n/names.ts'
import type { GameModel } from '../models/game-model.ts'
import { useServices } from '../services.ts'
import { type AnnouncerModel, announce, createAnnouncer } from './Announcer.tsx'
import { boardTexts } from './board-texts.ts'
import { formatClock } from './SeatCard.tsx'

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

/** The voice of a game; `own` is the colour of the only person playing, if there is only one. */
export function useGameVoice(model: GameModel, own: Color | undefined): GameVoice {
  const t = useTranslate()
  const announcer = useRef(createAnnouncer()).current
  const shownPath = useSignal<Path | undefined>(undefined)
  const say = (text: string) => announce(announcer, text)
  useSounds(model, own)
  const position = model.position.value
  useEffect(() => {
    shownPath.value = undefined
  }, [position, shownPath])
  useEndSpeech(model, say)
  return {
    announcer,
    shownPath,
    sayScore: () => say(scoreSpeech(t, model)),
    sayClocks: () => say(clockSpeech(t, model)),
    tellLastMove: () => {
      const move = model.lastMove.peek()
      const before = model.positions.peek()[model.ply.peek() - 1]
      const made = move && model.position.peek().board[move.to]
      if (move === undefined || before === undefined || made === undefined) {
        return say(t('game.noMoves'))
      }
      shownPath.value = previewMove(before, move)?.path
      say(boardTexts(t, own).moved({ before, move, made, by: ownerOf(made) }))
    },
  }
}

// --- internal ---

function scoreSpeech(t: Translate, { points, movesLeft }: GameModel): string {
  const moves = movesLeft.peek()
  return t('game.spokenScore', {
    ...points.peek(),
    blackMoves: moves.black,
    whiteMoves: moves.white,
  })
}

function clockSpeech(t: Translate, { clocks, game }: GameModel): string {
  const left = clocks.peek()
  if (left === undefined) return t('game.withoutClock')
  return COLORS.map((color) =>
    t('game.clockOf', {
      name: seatName(t, game.peek(), color),
      time: formatClock(left[color]),
    }),
  ).join('. ')
}

/** Says how the game ended, once, when it ends before our eyes. */
function useEndSpeech(model: GameModel, say: (text: string) => void): void {
  const t = useTranslate()
  const ending = model.ending.value
  const wasRunning = useRef(ending === undefined)
  useEffect(() => {
    if (ending === undefined) {
      wasRunning.current = true
    } else if (wasRunning.current) {
      wasRunning.current = false
      const headline = headlineOf(t, model.game.peek(), ending)
      const reason = describeEnding(t, ending, outcome(model.live.peek()))
      say(`${headline} ${reason} ${t('game.balance', { ...model.points.peek() })}`)
    }
  }, [ending])
}

/** Sounds of moves and of the end, as they happen before our eyes. */
function useSounds(model: GameModel, own: Color | undefined): void {
  const { sounds } = useServices()
  const count = model.moves.value.length
  const ending = model.ending.value
  const before = useRef({ count, ending })
  useEffect(() => {
    const isLonger = count > before.current.count
    const mover = model.positions.peek()[count - 1]?.turn
    if (ending !== undefined && before.current.ending === undefined) sounds.play('end')
    else if (isLonger) sounds.play(own === undefined || mover === own ? 'own' : 'other')
    before.current = { count, ending }
  }, [count, ending])
}
