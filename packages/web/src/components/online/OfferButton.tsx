import type { GameView, OfferKind } from '@hokito/protocol'
import { type Color, opposite } from '@hokito/rules'
import type { Signal } from '@preact/signals'
import type { Saying } from '../../i18n/i18n.ts'
import { type NoOffer, noOfferOf } from '../../models/online/offers.ts'
import type { OnlineGame } from '../../models/online/online-game.ts'
import type { IconName } from '../../ui/Icon.tsx'
import { shownName } from '../../words/shown-name.ts'
import { ActionButton } from '../game/ActionButton.tsx'

interface OfferButtonProps {
  readonly model: OnlineGame
  readonly game: GameView
  readonly own: Color
  readonly kind: OfferKind
  readonly icon: IconName
  readonly label: string
  readonly isMain?: boolean
  /** Receives the reason why no offer can be made. */
  readonly told: Signal<Saying | undefined>
}

/** Makes an offer to the opponent; if that is not possible at the moment, a press says why. */
export function OfferButton({ model, game, own, kind, told, ...shown }: OfferButtonProps) {
  const why = noOfferOf(game, own, kind)
  return (
    <ActionButton
      {...shown}
      isOff={why !== undefined}
      onPressOff={() => {
        if (why === undefined) return
        const name = shownName(game.seats[opposite(own)])
        told.value = (t) => t(NO_OFFER[why], { name })
      }}
      onPress={() => void model.offer(kind)}
    />
  )
}

// --- internal ---

const NO_OFFER = {
  tooEarly: 'online.game.drawLater',
  offerPending: 'online.refusal.offerPending',
  offerTooSoon: 'online.refusal.offerTooSoon',
  askedOnce: 'online.game.askedOnce',
  nothingToTakeBack: 'online.refusal.nothingToTakeBack',
} as const satisfies Record<NoOffer, string>
