import { type Color, formatMove, type GameRecord, numberBefore, tagOf } from '@hokito/rules'
import { useState } from 'preact/hooks'
import { BoardDrawing } from '../board/index.ts'
import { StepControls } from '../components/game/StepControls.tsx'
import { useStepKeys } from '../components/game/step-keys.ts'
import { type Translate, useTranslate } from '../i18n/i18n.ts'
import { useOwned } from '../ui/hooks.ts'
import { describeEnd } from '../words/game-end.ts'
import { createEmbeddedGame, type EmbeddedGame } from './embedded-game.ts'

interface EmbedScreenProps {
  readonly record: GameRecord
  /** Where the game is on the site. */
  readonly address: string
  readonly view: Color
  readonly ply: number | undefined
}

/** A game in a frame of another site's page: the board, and what walks through the game. */
export function EmbedScreen({ record, address, view, ply }: EmbedScreenProps) {
  const t = useTranslate()
  const game = useOwned(() => createEmbeddedGame(record, ply))
  const [orientation, setOrientation] = useState(view)
  useStepKeys(game.walk)
  const { position, lastMove, lastPath } = game.view
  const { black, white } = game.view.points.value
  const sideOf = (color: Color) => tagOf(record, nameTag(color)) || t(`color.${color}`)
  return (
    <main class="embed">
      <h1 class="visually-hidden">
        {t('home.versus', { black: sideOf('black'), white: sideOf('white') })}
      </h1>
      <div class="embed-board">
        <BoardDrawing
          position={position.value}
          orientation={orientation}
          showCoordinates
          lastMove={lastMove.value}
          lastPath={lastPath.value}
        />
      </div>
      <div class="embed-below">
        <p class="embed-sides">
          <Side color="black" name={sideOf('black')} points={black} />
          <Side color="white" name={sideOf('white')} points={white} />
        </p>
        <p class="embed-news" role="status">
          {newsOf(t, game)}
        </p>
        <StepControls
          walk={game.walk}
          onFlip={() => setOrientation(orientation === 'black' ? 'white' : 'black')}
        />
        <a class="embed-link" href={address} target="_blank" rel="noopener">
          {t('embed.open')}
        </a>
      </div>
    </main>
  )
}

// --- internal ---

interface SideProps {
  readonly color: Color
  readonly name: string
  readonly points: number
}

function Side({ color, name, points }: SideProps) {
  return (
    <span class="embed-side">
      <span class={`embed-disc embed-disc-${color}`} aria-hidden="true" />
      <span class="embed-name">{name}</span> <b data-testid={`points-${color}`}>{points}</b>
    </span>
  )
}

function nameTag(color: Color): string {
  return color === 'black' ? 'Black' : 'White'
}

/** The last move, how the game ended with it, and what has been remarked there. */
function newsOf(t: Translate, { record, view, walk }: EmbeddedGame): string {
  const ply = view.ply.value
  const move = view.lastMove.value
  const [first] = view.positions.value
  const { ending } = record
  const number = numberBefore(ply - 1, first?.turn ?? 'black') ?? '…'
  const isOver = ply === walk.last.value && ending !== undefined
  const end = { last: view.position.value, own: undefined, names: undefined }
  return [
    move === undefined
      ? t('replay.position', { ply, last: walk.last.value })
      : `${number} ${formatMove(move)}`,
    ...(isOver ? [describeEnd(t, { ending, ...end })] : []),
    ...record.comments.filter((comment) => comment.ply === ply).map(({ text }) => text),
  ].join(' · ')
}
