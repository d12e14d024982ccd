import { type Color, FAIR_COMPENSATION, type Position } from '@hokito/rules'
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { useTranslate } from '../../i18n/i18n.ts'
import { formatPoints } from '../../i18n/points.ts'
import { useTitle } from '../../ui/tab.ts'
import { PointsInput } from '../game/CompensationInput.tsx'
import { PlacedBoard } from './PlacedBoard.tsx'

interface DivideScreenProps {
  readonly position: Position
  readonly title: string
  /** What the player has to do, or for whom everyone waits. */
  readonly text: string
  /** What the player has to do; undefined while others have to. */
  readonly task: 'name' | 'choose' | undefined
  /** The points named. */
  readonly points: number
  readonly onName: (points: number) => void
  readonly onChoose: (color: Color) => void
  /** The way out, and other notes. */
  readonly children?: ComponentChildren
}

/** A board before its game: one player names the points for White, the other chooses a side. */
export function DivideScreen(props: DivideScreenProps) {
  const { position, title, text, task, points, onChoose, children } = props
  const t = useTranslate()
  useTitle(title)
  return (
    <div class="setup">
      <div class="setup-head">
        <h1>{title}</h1>
        <p role="status" data-testid="dividing">
          {text}
        </p>
      </div>
      <PlacedBoard position={position} orientation="black" hidden={[]} />
      <div class="setup-side">
        {task === 'name' && <NamePoints onName={props.onName} />}
        {task === 'choose' && (
          <div class="button-row">
            <button type="button" class="button button-main" onClick={() => onChoose('black')}>
              {t('setup.divide.black')}
            </button>
            <button type="button" class="button button-main" onClick={() => onChoose('white')}>
              {t('game.compensation', { points: formatPoints(points) })}
            </button>
          </div>
        )}
        {children}
      </div>
    </div>
  )
}

// --- internal ---

function NamePoints({ onName }: Pick<DivideScreenProps, 'onName'>) {
  const t = useTranslate()
  const [points, setPoints] = useState(FAIR_COMPENSATION)
  return (
    <form
      class="divide-points"
      onSubmit={(event) => {
        event.preventDefault()
        onName(points)
      }}
    >
      <PointsInput label={t('setup.divide.points')} value={points} onChange={setPoints} />
      <button type="submit" class="button button-main">
        {t('setup.divide.done')}
      </button>
    </form>
  )
}
