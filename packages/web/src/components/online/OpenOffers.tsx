import type { GameView, Offer, OfferKind } from '@hokito/protocol'
import { opposite } from '@hokito/rules'
import { useTranslate } from '../../i18n/i18n.ts'
import type { OnlineGame } from '../../models/online/online-game.ts'
import { ROUTES } from '../../routes.ts'
import { shownName } from '../../words/shown-name.ts'

interface OpenOffersProps {
  readonly model: OnlineGame
  readonly game: GameView
}

/**
 * Open offers with buttons for the answers, and the rejection of the player's own; only for
 * players.
 */
export function OpenOffers({ model, game }: OpenOffersProps) {
  const t = useTranslate()
  const own = model.own.value
  const declined = model.declined.value
  if (own === undefined) return null
  return (
    <>
      {game.offers.map((offer) =>
        offer.by === own ? (
          <OwnOffer key={offer.id} model={model} game={game} offer={offer} />
        ) : (
          <TheirOffer key={offer.id} model={model} game={game} offer={offer} />
        ),
      )}
      {declined?.by === own && (
        <p class="offer">
          {t(`online.game.declined.${wordOf(game, declined.kind)}`, {
            name: shownName(game.seats[opposite(own)]),
          })}
        </p>
      )}
    </>
  )
}

// --- internal ---

/**
 * The word for an offer. A game that was never played has no rematch, so there it is a new game.
 */
function wordOf({ ending }: GameView, kind: OfferKind): OfferKind | 'again' {
  return kind === 'rematch' && ending?.kind === 'aborted' ? 'again' : kind
}

/** Whether a takeback also takes back the opponent's reply. */
function isReplyToo({ moves }: GameView, { toPly }: Offer): boolean {
  return toPly !== undefined && moves.length - toPly > 1
}

/** Further consequences of accepting an offer. */
function Consequence({ game, offer }: Pick<OpenOffersProps, 'game'> & { readonly offer: Offer }) {
  const t = useTranslate()
  if (isReplyToo(game, offer)) return ` ${t('online.game.replyToo')}`
  if (offer.kind === 'draw' && game.match !== undefined) return ` ${t('online.twoGames.drawNote')}`
  return null
}

/**
 * The player's own offer. A person who has left sees an offer of a rematch too, but perhaps not
 * soon. A house bot leaves with its game, and still accepts at once.
 */
function OwnOffer({ model, game, offer }: OpenOffersProps & { readonly offer: Offer }) {
  const t = useTranslate()
  const other = opposite(offer.by)
  const isAway =
    model.presence.value?.seats[other].isHere === false && game.seats[other].isBot !== true
  const isAlone = offer.kind === 'rematch' && isAway
  return (
    <div class="offer">
      <p>
        {t(`online.game.offered.${wordOf(game, offer.kind)}`)}
        <Consequence game={game} offer={offer} />
      </p>
      <button
        type="button"
        class="button button-small"
        onClick={() => void model.answer(offer.id, 'withdrawOffer')}
      >
        {t('online.game.withdrawOffer')}
      </button>
      {isAlone && (
        <>
          <p class="offer-note">
            {t('online.game.offerLeft', { name: shownName(game.seats[other]) })}
          </p>
          <a class="button button-small" href={ROUTES.invite}>
            {t('online.game.byLink')}
          </a>
        </>
      )}
    </div>
  )
}

function TheirOffer({ model, game, offer }: OpenOffersProps & { readonly offer: Offer }) {
  const t = useTranslate()
  const { id, kind, by } = offer
  return (
    <div class="offer">
      <p>
        {t(`online.game.offers.${wordOf(game, kind)}`, { name: shownName(game.seats[by]) })}
        <Consequence game={game} offer={offer} />
      </p>
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
