import type { GameView, Offer } from '@hokito/protocol'
import { opposite } from '@hokito/rules'
import { useTranslate } from '../../i18n/i18n.ts'
import type { OnlineGame } from '../../models/online/online-game.ts'

interface OpenOffersProps {
  readonly model: OnlineGame
  readonly game: GameView
}

/** Open offers with their answers, and the answer no to our own; only for players. */
export function OpenOffers({ model, game }: OpenOffersProps) {
  const t = useTranslate()
  const own = model.own.value
  const declined = model.declined.value
  if (own === undefined) return null
  return (
    <>
      {game.offers.map((offer) =>
        offer.by === own ? (
          <OwnOffer key={offer.id} model={model} offer={offer} />
        ) : (
          <TheirOffer key={offer.id} model={model} game={game} offer={offer} />
        ),
      )}
      {declined?.by === own && (
        <p class="offer">
          {t(`online.game.declined.${declined.kind}`, { name: game.seats[opposite(own)].name })}
        </p>
      )}
    </>
  )
}

// --- internal ---

function OwnOffer({ model, offer }: { model: OnlineGame; offer: Offer }) {
  const t = useTranslate()
  return (
    <div class="offer">
      <p>{t(`online.game.offered.${offer.kind}`)}</p>
      <button
        type="button"
        class="button button-small"
        onClick={() => void model.answer(offer.id, 'withdrawOffer')}
      >
        {t('online.game.withdrawOffer')}
      </button>
    </div>
  )
}

function TheirOffer({ model, game, offer }: OpenOffersProps & { readonly offer: Offer }) {
  const t = useTranslate()
  const { id, kind, by } = offer
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
