import type { Challenge, Terms } from '@hokito/protocol'
import { useEffect, useRef, useState } from 'preact/hooks'
import { useTranslate } from '../../i18n/i18n.ts'
import type { HouseBot } from '../../models/online/house-bots.ts'
import { useServices } from '../../services.ts'
import { Icon } from '../../ui/Icon.tsx'
import { useSeen } from '../../ui/use-seen.ts'
import { describeTerms, nameWithRating } from '../../words/online.ts'
import { BotOffer } from './lazy-bots.ts'

interface WaitingProps {
  readonly challenge: Challenge
  /** Somebody else's, who waits on other terms, and how it is taken. */
  readonly other: Challenge | undefined
  readonly onAccept: (other: Challenge) => void
  /** Has it been made on this page, just now? */
  readonly isNew: boolean
  readonly onStop: () => void
  /** Plays the computer meanwhile; absent where there is none. */
  readonly onPlayComputer: (() => void) | undefined
  /** Plays a bot of the house on the same terms. */
  readonly onPlayBot: (terms: Terms, bot: HouseBot) => void
}

/** One's own challenge for everybody while nobody has taken it, and what to do until then. */
export function Waiting(props: WaitingProps) {
  const { challenge, other, isNew, onAccept, onStop, onPlayComputer, onPlayBot } = props
  const t = useTranslate()
  const box = useRef<HTMLElement>(null)
  useSeen(box, isNew)
  const isLong = useAfter(challenge.createdAt + OFFER_MS)
  return (
    <section ref={box} class="waiting" aria-live="polite">
      <p class="waiting-title">
        {t('online.waiting', { terms: describeTerms(t, challenge.terms) })}
      </p>
      <p>{t('online.waitingNote')}</p>
      {other !== undefined && <OtherOffer other={other} onAccept={onAccept} />}
      {other === undefined && isLong && <BotOffer terms={challenge.terms} onPlay={onPlayBot} />}
      <div class="button-row">
        {onPlayComputer !== undefined && (
          <button
            type="button"
            class={other === undefined ? 'button button-main' : 'button'}
            onClick={onPlayComputer}
          >
            <Icon name="computer" />
            {t('online.computerMeanwhile')}
          </button>
        )}
        <button type="button" class="button" onClick={onStop}>
          {t('online.stopWaiting')}
        </button>
      </div>
    </section>
  )
}

// --- internal ---

/** Two who wait on different terms need not wait for each other. */
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

/** After so long nobody waits for nothing: a bot is offered, and the search goes on. */
const OFFER_MS = 20_000

/** Is it later than an instant? */
function useAfter(instant: number): boolean {
  const { now } = useServices()
  const [isAfter, setAfter] = useState(now() >= instant)
  useEffect(() => {
    const waitMs = instant - now()
    // A clock that is far from the server's still waits no longer.
    const timer = setTimeout(() => setAfter(true), Math.min(OFFER_MS, Math.max(0, waitMs)))
    setAfter(waitMs <= 0)
    return () => clearTimeout(timer)
  }, [instant, now])
  return isAfter
}
