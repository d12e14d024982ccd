import { type Color, positionOf } from '@hokito/rules'
import { useLayoutEffect } from 'preact/hooks'
import { type Translate, useTranslate } from '../../i18n/i18n.ts'
import { formatPoints } from '../../i18n/points.ts'
import { createDivision } from '../../models/local/division.ts'
import type { NewGameTerms } from '../../models/local/local-game.ts'
import { useServices } from '../../services.ts'
import { useOwned } from '../../ui/hooks.ts'
import { computerName } from '../../words/names.ts'
import { DivideScreen } from '../setup/DivideScreen.tsx'

interface DividingSetupProps {
  /** The terms; the player in Black's seat names the points. */
  readonly terms: NewGameTerms
  /** Called with the terms on which the game begins. */
  readonly onStart: (terms: NewGameTerms) => void
  readonly onBack: () => void
}

/** Divide and choose before a game on this device. */
export function DividingSetup({ terms, onStart, onBack }: DividingSetupProps) {
  const t = useTranslate()
  const { newComputer } = useServices()
  const model = useOwned(() => {
    const computer = newComputer()
    const division = createDivision({ terms, computer, onDivided: onStart })
    return {
      ...division,
      dispose: () => {
        division.dispose()
        computer.close()
      },
    }
  })
  useBack(onBack)
  const named = model.points.value
  const points = named ?? 0
  const active: Color = named === undefined ? 'black' : 'white'
  const seat = terms.seats[active]
  const stage = named === undefined ? 'name' : 'choose'
  const isOurs = seat.kind === 'person'
  const isAlone = terms.seats.black.kind !== terms.seats.white.kind
  const name = nameOf(t, terms, active)
  const other = nameOf(t, terms, active === 'black' ? 'white' : 'black')
  const values = { points: formatPoints(points) }
  const text = isOurs
    ? t(`setup.divide.${stage}`, { ...values, name: other })
    : t(named === undefined ? 'setup.divide.naming' : 'setup.divide.choosing', { ...values, name })
  return (
    <DivideScreen
      position={positionOf({ ...terms, compensation: points })}
      title={
        isAlone
          ? t('setup.divide.title')
          : t(named === undefined ? 'setup.divide.divides' : 'setup.divide.chooses', { name })
      }
      text={text}
      task={isOurs ? stage : undefined}
      points={points}
      onName={model.name}
      onChoose={model.choose}
    >
      {model.hasFailed.value && (
        <p class="fault" role="alert">
          {t('notice.computerFailed')}
        </p>
      )}
      <div class="button-row">
        <button type="button" class="button button-text" onClick={() => history.back()}>
          {t('setup.back')}
        </button>
      </div>
    </DivideScreen>
  )
}

// --- internal ---

/** The browser's Back button leads to the form, which keeps its choices. */
function useBack(onBack: () => void): void {
  // Layout effects, because a player who sees this step may already press Back.
  useLayoutEffect(() => {
    history.pushState({ isDividing: true }, '')
    scrollTo(0, 0)
  }, [])
  useLayoutEffect(() => {
    addEventListener('popstate', onBack)
    return () => removeEventListener('popstate', onBack)
  }, [onBack])
}

/** A player's name; two players without names differ by their turn here. */
function nameOf(t: Translate, { seats }: NewGameTerms, color: Color): string {
  const seat = seats[color]
  if (seat.kind === 'computer') return computerName(t, seat.level)
  return seat.name || t(color === 'black' ? 'setup.divide.first' : 'setup.divide.second')
}
