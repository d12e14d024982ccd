import { type GameView, type Offer, phaseOf } from '@hokito/protocol'
import { opposite } from '@hokito/rules'
import { useTranslate } from '../../i18n/i18n.ts'
import type { Connection } from '../../models/online/connection.ts'
import type { OnlineGame } from '../../models/online/online-game.ts'
import { useTicking } from './use-ticking.ts'

interface OfferBarProps {
  readonly model: OnlineGame
  readonly game: GameView
  readonly connection: Connection
}

/** Open offers with their answers, and what can be done when the other player has gone. */
export function OfferBar({ model, game, connection }: OfferBarProps) {
  return (
    <div class="offers" aria-live="polite">
      {model.own.value !== undefined &&
        game.offers.map((offer) => (
          <OfferLine key={offer.id} model={model} game={game} offer={offer} />
        ))}
      {phaseOf(game) !== 'over' && <ClaimLine model={model} game={game} connection={connection} />}
    </div>
  )
}

// --- internal ---

function OfferLine({ model, game, offer }: { model: OnlineGame; game: GameView; offer: Offer }) {
  const t = useTranslate()
  const { id, kind, by } = offer
  if (by === model.own.value) {
    return (
      <div class="offer">
        <p>{t(`online.game.offered.${kind}`)}</p>
        <button
          type="button"
          class="button button-small"
          onClick={() => void model.answer(id, 'withdrawOffer')}
        >
          {t('online.game.withdrawOffer')}
        </button>
      </div>
    )
  }
  return (
    <div class="offer">
      <p>{t(`online.game.offers.${kind}`, { name: game.seats[by].name })}</p>
      <button
        type="button"
        class="button button-main button-small"
        onClick={() => void model.answer(id, 'acceptOffer')}
      >
        {t('online.game.acceptOffer')}
      </button>
      <button
        type="button"
        class="button button-small"
        onClick={() => void model.answer(id, 'declineOffer')}
      >
        {t('online.game.declineOffer')}
      </button>
    </div>
  )
}

function ClaimLine({ model, game, connection }: OfferBarProps) {
  const t = useTranslate()
  const own = model.own.value
  const other = own && model.presence.value?.seats[opposite(own)]
  const claimableAt = other?.claimableAt
  const leftMs = useTicking(
    () => (claimableAt === undefined ? undefined : claimableAt - connection.now()),
    claimableAt !== undefined,
  )
  if (own === undefined || leftMs === undefined) return null
  const { name } = game.seats[opposite(own)]
  if (leftMs > 0) {
    return (
      <p class="note">{t('online.game.awayLong', { name, seconds: Math.ceil(leftMs / 1000) })}</p>
    )
  }
  return (
    <div class="offer">
      <p>{t('online.game.claimNow', { name })}</p>
      <button
        type="button"
        class="button button-main button-small"
        onClick={() => void model.claim()}
      >
        {t('online.game.claim')}
      </button>
    </div>
  )
}
