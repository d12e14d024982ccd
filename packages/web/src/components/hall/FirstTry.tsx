import { type Move, outcome, type Position, parsePosition, play, score } from '@hokito/rules'
import { useState } from 'preact/hooks'
import { type MadeMove, madeMove } from '../../board/index.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import { withMadeUpPieces } from '../../models/learn/made-up-pieces.ts'
import { useServices } from '../../services.ts'
import { useBoardTexts } from '../../words/board-texts.ts'
import { InspectableBoard } from '../game/InspectableBoard.tsx'

/**
 * A board for a first visitor: one hop wins the game. Any other move is possible, too, and may be
 * taken back. It is prerendered, and the same for everyone.
 */
export function FirstTry() {
  const t = useTranslate()
  const texts = useBoardTexts('black')
  const { animation } = useServices().settings.settings.value
  const [{ position, lastMade }, setPlayed] = useState<Played>({ position: START })
  const isOpen = position === START
  const isWon = outcome(position) !== undefined
  const points = score(position)
  return (
    <div class="first-try">
      <div class="first-try-words">
        <p class={isOpen ? 'first-try-task' : undefined} role="status">
          {isOpen && t('homePage.try.task')}
          {isWon && t('homePage.try.won', { own: points.black, other: points.white })}
          {!isOpen && !isWon && t('homePage.try.other')}
        </p>
        {/* Room for the longest words, so that the board does not move. */}
        <p class="first-try-room" aria-hidden="true">
          {t('homePage.try.won', { own: 30, other: 30 })}
        </p>
        <button
          type="button"
          class={isOpen ? 'button first-try-room' : 'button'}
          disabled={isOpen}
          onClick={() => setPlayed({ position: START })}
        >
          {t('notice.tryAgain')}
        </button>
      </div>
      <InspectableBoard
        position={position}
        orientation="black"
        movable={isOpen ? 'black' : 'none'}
        onMove={(move) => setPlayed(playedOn(position, move))}
        lastMade={lastMade}
        isAnimated={animation}
        label={t('game.boardLabel')}
        texts={texts}
      />
    </div>
  )
}

// --- internal ---

interface Played {
  readonly position: Position
  readonly lastMade?: MadeMove | undefined
}

/** Black's stack on e3 wins by one hop onto the tower on e4: White then has no possible move. */
const START = (() => {
  const parsed = parsePosition('A----a2/------/----A22-/-A6--a2-/-a----/-ab--- b', 'either')
  if (!parsed.ok) throw new Error('the first position cannot be read')
  return withMadeUpPieces(parsed.value)
})()

function playedOn(position: Position, move: Move): Played {
  return { position: play(position, move), lastMade: madeMove(position, move) }
}
