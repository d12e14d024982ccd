import { type GameView, phaseOf, takebackPly } from '@hokito/protocol'
import type { Signal } from '@preact/signals'
import { useState } from 'preact/hooks'
import { useTranslate } from '../../i18n/i18n.ts'
import type { Connection } from '../../models/online/connection.ts'
import type { OnlineGame } from '../../models/online/online-game.ts'
import { Icon } from '../../ui/Icon.tsx'
import { ResignDialog } from '../game/ResignDialog.tsx'
import { NextGame } from './NextGame.tsx'
import type { OnlineDialog } from './OnlineDialogs.tsx'

interface OnlineActionsProps {
  readonly model: OnlineGame
  readonly game: GameView
  readonly connection: Connection
  readonly dialog: Signal<OnlineDialog | undefined>
  readonly onFlip: () => void
}

/** What can be done besides moving. */
export function OnlineActions({ model, game, connection, dialog, onFlip }: OnlineActionsProps) {
  const t = useTranslate()
  const [isResigning, setResigning] = useState(false)
  const own = model.own.value
  const isPlaying = own !== undefined && phaseOf(game) === 'playing'
  const mayAbort = game.moves.length < 2 && game.match?.game !== 2
  return (
    <div class="actions actions-online">
      {isPlaying && (
        <>
          {game.terms.allowsTakebacks && (
            <button
              type="button"
              class="button action"
              disabled={takebackPly(game, own) === undefined}
              onClick={() => void model.offer('takeback')}
            >
              <Icon name="undo" />
              {t('online.game.takeback')}
            </button>
          )}
          <button
            type="button"
            class="button action"
            disabled={game.moves.length < 2}
            onClick={() => void model.offer('draw')}
          >
            <Icon name="draw" />
            {t('online.game.draw')}
          </button>
          {mayAbort ? (
            <button type="button" class="button action" onClick={() => void model.abort()}>
              <Icon name="close" />
              {t('online.game.abort')}
            </button>
          ) : (
            <button type="button" class="button action" onClick={() => setResigning(true)}>
              <Icon name="flag" />
              {t('game.resign')}
            </button>
          )}
        </>
      )}
      <button type="button" class="button action" onClick={onFlip}>
        <Icon name="flip" />
        {t('game.flip')}
      </button>
      <button
        type="button"
        class="button action"
        aria-haspopup="dialog"
        onClick={() => {
          dialog.value = 'proof'
        }}
      >
        <Icon name="check" />
        {t('online.proof.deal')}
      </button>
      <NextGame model={model} connection={connection} />
      {isResigning && (
        <ResignDialog onResign={() => void model.resign()} onClose={() => setResigning(false)} />
      )}
    </div>
  )
}
