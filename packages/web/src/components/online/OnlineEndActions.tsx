import type { GameView } from '@hokito/protocol'
import { useTranslate } from '../../i18n/i18n.ts'
import type { OnlineGame } from '../../models/online/online-game.ts'
import { playRoute, ROUTES } from '../../routes.ts'

interface OnlineEndActionsProps {
  readonly model: OnlineGame
  readonly game: GameView
  readonly onReview: () => void
  readonly onShare: () => void
}

/** What can be done after an online game: the next one, a rematch, the same deal alone, keeping it. */
export function OnlineEndActions({ model, game, onReview, onShare }: OnlineEndActionsProps) {
  const t = useTranslate()
  const own = model.own.value
  const rematch = game.offers.find(({ kind }) => kind === 'rematch')
  return (
    <>
      {game.next !== undefined && (
        <a class="button button-main" href={playRoute(game.next)}>
          {t('online.game.next')}
        </a>
      )}
      {own !== undefined && game.next === undefined && (
        <RematchButton model={model} game={game} offer={rematch} />
      )}
      <button type="button" class="button" onClick={onReview}>
        {t('end.review')}
      </button>
      <button type="button" class="button" onClick={onShare} aria-haspopup="dialog">
        {t('end.share')}
      </button>
      <a
        class="button"
        href={`${ROUTES.newGame}?${new URLSearchParams({ deal: game.deal ?? '' })}`}
      >
        {t('online.game.again')}
      </a>
      <a class="button" href={ROUTES.online}>
        {t('online.game.lobby')}
      </a>
    </>
  )
}

// --- internal ---

interface RematchButtonProps {
  readonly model: OnlineGame
  readonly game: GameView
  readonly offer: GameView['offers'][number] | undefined
}

function RematchButton({ model, game, offer }: RematchButtonProps) {
  const t = useTranslate()
  if (offer === undefined) {
    return (
      <button type="button" class="button button-main" onClick={() => void model.offer('rematch')}>
        {t('online.game.rematch')}
      </button>
    )
  }
  if (offer.by === model.own.value) {
    return <p class="note">{t('online.game.offered.rematch')}</p>
  }
  return (
    <button
      type="button"
      class="button button-main"
      onClick={() => void model.answer(offer.id, 'acceptOffer')}
    >
      {t('online.game.offers.rematch', { name: game.seats[offer.by].name })}{' '}
      {t('online.game.acceptOffer')}
    </button>
  )
}
