import { type Color, numberBefore, tagOf } from '@hokito/rules'
import { useState } from 'preact/hooks'
import { BoardDrawing, Definitions } from '../board/index.ts'
import { BoardShapes } from '../components/analysis/BoardShapes.tsx'
import { MoveTree } from '../components/analysis/MoveTree.tsx'
import { StepControls } from '../components/game/StepControls.tsx'
import { useStepKeys } from '../components/game/step-keys.ts'
import { type Translate, useTranslate } from '../i18n/i18n.ts'
import type { Analysis } from '../models/analysis/tree-record.ts'
import { useOwned } from '../ui/hooks.ts'
import { moveText } from '../words/analysis.ts'
import { describeEnd } from '../words/game-end.ts'
import { localName } from '../words/players.ts'
import { createEmbeddedGame, type EmbeddedGame, hasVariations } from './embedded-game.ts'

interface EmbedScreenProps {
  /** An exercise comes without its moves. */
  readonly kind: 'game' | 'chapter' | 'exercise'
  readonly analysis: Analysis
  /** Its address on the site. */
  readonly address: string
  readonly view: Color
  readonly ply: number | undefined
}

/**
 * A game or a chapter in a frame of another site's page: the board with what is drawn on it, the
 * controls to step through the moves, and the variations, if any.
 */
export function EmbedScreen({ kind, analysis, address, view, ply }: EmbedScreenProps) {
  const t = useTranslate()
  const game = useOwned(() => createEmbeddedGame(analysis, kind === 'chapter' ? (ply ?? 0) : ply))
  const { model } = game
  const isVaried = hasVariations(analysis)
  const [orientation, setOrientation] = useState(view)
  useStepKeys(model.walk)
  const { position, lastMade } = model
  const { black, white } = model.points.value
  const sideOf = (color: Color) =>
    localName(t, tagOf(model.head, nameTag(color)) ?? '') || t(`color.${color}`)
  return (
    <main class={isVaried ? 'embed embed-varied' : 'embed'}>
      <Definitions />
      <h1 class="visually-hidden">
        {t('home.versus', { black: sideOf('black'), white: sideOf('white') })}
      </h1>
      <div class="embed-board">
        <BoardDrawing
          position={position.value}
          orientation={orientation}
          showCoordinates
          lastMove={lastMade.value?.move}
          lastPath={lastMade.value?.path}
        />
        <BoardShapes shapes={model.shapes.value} orientation={orientation} />
      </div>
      <div class="embed-below">
        <p class="embed-sides">
          <Side color="black" name={sideOf('black')} points={black} />
          <Side color="white" name={sideOf('white')} points={white} />
        </p>
        <p class="embed-news" role="status">
          {kind === 'exercise' ? t(`study.solve.task.${position.value.turn}`) : newsOf(t, game)}
        </p>
        {kind !== 'exercise' && (
          <StepControls
            walk={model.walk}
            onFlip={() => setOrientation(orientation === 'black' ? 'white' : 'black')}
          />
        )}
        {isVaried && <MoveTree model={model} />}
        <a class="embed-link" href={address} target="_blank" rel="noopener">
          {t(kind === 'game' ? 'embed.open' : 'embed.openStudy')}
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

/** The last move, the ending if that move ended the game, and the comment there. */
function newsOf(t: Translate, { model, ending: { value: ending } }: EmbeddedGame): string {
  const ply = model.ply.value
  const node = model.node.value
  const number = numberBefore(ply - 1, model.first.turn) ?? '…'
  const end = { last: model.position.value, own: undefined, names: undefined }
  return [
    node === undefined
      ? t('replay.position', { ply, last: model.walk.last.value })
      : `${number} ${moveText(node)}`,
    ...(ending === undefined ? [] : [describeEnd(t, { ending, ...end })]),
    ...(model.comment.value === '' ? [] : [model.comment.value]),
  ].join(' · ')
}
