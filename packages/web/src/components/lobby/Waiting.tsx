import type { Challenge, Terms } from '@hokito/protocol'
import { useRef } from 'preact/hooks'
import { useTranslate } from '../../i18n/i18n.ts'
import type { HouseBot } from '../../models/lobby/house-bots.ts'
import { Icon } from '../../ui/Icon.tsx'
import { useSeen } from '../../ui/use-seen.ts'
import { describeTerms, nameWithRating } from '../../words/online.ts'
import { useConnection } from '../online/use-connection.ts'
import { formatCountdown } from '../online/use-countdown.ts'
import { useTicking } from '../online/use-ticking.ts'
import { BotOffer } from './lazy-bots.ts'
import { useLongWait } from './use-long-wait.ts'

interface WaitingProps {
  readonly challenge: Challenge
  /** Another player's challenge on other terms. */
  readonly other: Challenge | undefined
  readonly onAccept: (other: Challenge) => void
  /** Whether it was just made on this page. */
  readonly isNew: boolean
  readonly onStop: () => void
  /** Plays the computer meanwhile; undefined if it cannot run. */
  readonly onPlayComputer: (() => void) | undefined
  /** Plays a house bot on the same terms. */
  readonly onPlayBot: (terms: Terms, bot: HouseBot) => void
}

/** The player's own listed challenge until someone accepts it, and things to do meanwhile. */
export function Waiting(props: WaitingProps) {
  const { challenge, other, isNew, onAccept, onStop, onPlayComputer, onPlayBot } = props
  const t = useTranslate()
  const box = useRef<HTMLElement>(null)
  useSeen(box, isNew)
  const isLong = useLongWait(challenge.createdAt)
  return (
    <section ref={box} class="waiting" aria-live="polite">
      <div class="waiting-head">
        <div>
          <p class="waiting-title">
            {t('online.waiting')} <Elapsed since={challenge.createdAt} />
          </p>
          <p class="note">{describeTerms(t, challenge.terms)}</p>
        </div>
        {/* Above the offers that come later, so that it stays in its place. */}
        <button type="button" class="button" onClick={onStop}>
          {t('online.stopWaiting')}
        </button>
      </div>
      <p>{t('online.waitingNote')}</p>
      {other !== undefined && <OtherOffer other={other} onAccept={onAccept} />}
      {other === undefined && isLong && <BotOffer terms={challenge.terms} onPlay={onPlayBot} />}
      {onPlayComputer !== undefined && (
        <div class="button-row">
          <button
            type="button"
            // The one main button is the way to an opponent, as soon as there is one.
            class={other === undefined && !isLong ? 'button button-main' : 'button'}
            onClick={onPlayComputer}
          >
            <Icon name="computer" />
            {t('online.computerMeanwhile')}
          </button>
        </div>
      )}
    </section>
  )
}

// --- internal ---

/** How long the player has waited, by a clock; a screen reader leaves it unread. */
function Elapsed({ since }: { readonly since: number }) {
  const { now } = useConnection()
  const seconds = useTicking(() => Math.max(0, Math.floor((now() - since) / 1000)), true)
  return (
    <span class="waiting-clock" role="timer" aria-live="off">
      {formatCountdown(seconds)}
    </span>
  )
}

/** Offers a challenge on different terms, so that the two players need not wait for each other. */
function OtherOffer({ other, onAccept }: Pick<WaitingProps, 'onAccept'> & { other: Challenge }) {
  const t = useTranslate()
  const name = nameWithRating(t, other.challenger)
  return (
    <div class="bot-offer">
      <p>{t('online.alsoWaiting', { name, terms: describeTerms(t, other.terms) })}</p>
      <button type="button" class="button button-main" onClick={() => onAccept(other)}>
        {t('online.bots.play', { name })}
      </button>
    </div>
  )
}
