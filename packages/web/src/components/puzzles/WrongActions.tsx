import type { RefObject } from 'preact'
import { useTranslate } from '../../i18n/i18n.ts'
import { hasMore } from '../../models/game/played-line.ts'
import type { SolveModel } from '../../models/puzzles/solve-model.ts'

interface WrongActionsProps {
  readonly model: SolveModel
  readonly first: RefObject<HTMLButtonElement | null>
}

/** The actions after a wrong move: try again, or see why it is wrong. */
export function WrongActions({ model, first }: WrongActionsProps) {
  const t = useTranslate()
  const isWhyAsked = model.isWhyAsked.value
  const { value: known } = model.refuting
  const isShown = isWhyAsked && known?.kind === 'known'
  const isMore =
    known?.kind === 'known' && hasMore({ moves: known.refutation.moves, step: known.step })
  return (
    <>
      <button ref={first} type="button" class="button action button-main" onClick={model.again}>
        {t('notice.tryAgain')}
      </button>
      {model.canRefute && !isShown && (
        <button
          type="button"
          class="button action"
          disabled={isWhyAsked && known?.kind === 'working'}
          onClick={() => void model.refute()}
        >
          {t('puzzles.why')}
        </button>
      )}
      {isShown && (
        <button type="button" class="button action" disabled={!isMore} onClick={model.stepOn}>
          {t('played.onward')}
        </button>
      )}
    </>
  )
}

/** Plays a solved puzzle out to the end of the game, step by step; nothing once it has ended. */
export function WhyRight({ model: { rest } }: { readonly model: Pick<SolveModel, 'rest'> }) {
  const t = useTranslate()
  const state = rest.state.value
  if (state === 'off' || state === 'done') return null
  return (
    <button
      type="button"
      class="button action"
      disabled={state === 'working'}
      onClick={() => (state === 'playing' ? rest.stepOn() : void rest.run())}
    >
      {t(state === 'playing' ? 'played.onward' : 'puzzles.rest.why')}
    </button>
  )
}
