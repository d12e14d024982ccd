import { type Color, single, VALUES, type Value } from '@hokito/rules'
import { StackDrawing } from '../../board/StackDrawing.tsx'
import { useTranslate } from '../../i18n/i18n.ts'
import type { SetupModel } from '../../models/game/setup-model.ts'
import { pieceWords } from '../../words/setup.ts'

interface SetupTrayProps {
  readonly model: SetupModel
  readonly color: Color
  /** Whether the coming click is part of a drag. */
  readonly eatsClick: () => boolean
}

/** The pieces of a side that are not on the board, by value, with the number left of each. */
export function SetupTray({ model, color, eatsClick }: SetupTrayProps) {
  const t = useTranslate()
  return (
    <fieldset class="setup-tray">
      <legend class="visually-hidden">{t('setup.tray', { color: t(`color.${color}`) })}</legend>
      {VALUES.map((value) => (
        <TrayPiece key={value} {...{ model, color, value, eatsClick }} />
      ))}
    </fieldset>
  )
}

// --- internal ---

function TrayPiece({ model, color, value, eatsClick }: SetupTrayProps & { readonly value: Value }) {
  const t = useTranslate()
  const piece = { color, value }
  const { held } = model.state.value
  const count = Math.max(0, model.rest.value[color][value])
  const isHeld = held?.kind === 'piece' && held.piece.color === color && held.piece.value === value
  return (
    <button
      type="button"
      class="button tray-piece"
      data-piece={`${color}-${value}`}
      aria-pressed={isHeld}
      aria-label={t('setup.left', { piece: pieceWords(t, piece), count })}
      onClick={(event) => {
        // A click by keyboard has no press before it that could have been a drag.
        if (event.detail === 0 || !eatsClick()) model.take(piece)
      }}
    >
      <svg
        class={count === 0 ? 'tray-drawing tray-empty' : 'tray-drawing'}
        viewBox="-41 -45 90 90"
        width="40"
        height="40"
        aria-hidden="true"
      >
        <StackDrawing stack={single(piece)} at={{ x: 0, y: 0 }} />
      </svg>
      <span aria-hidden="true">×{count}</span>
    </button>
  )
}
