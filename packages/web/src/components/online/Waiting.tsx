import type { Challenge } from '@hokito/protocol'
import { useRef } from 'preact/hooks'
import { useTranslate } from '../../i18n/i18n.ts'
import { Icon } from '../../ui/Icon.tsx'
import { useSeen } from '../../ui/use-seen.ts'
import { describeTerms } from '../../words/online.ts'

interface WaitingProps {
  readonly challenge: Challenge
  /** Has it been made on this page, just now? */
  readonly isNew: boolean
  readonly onStop: () => void
  /** Plays the computer meanwhile; absent where there is none. */
  readonly onPlayComputer: (() => void) | undefined
}

/** One's own challenge for everybody while nobody has taken it, and what to do until then. */
export function Waiting({ challenge, isNew, onStop, onPlayComputer }: WaitingProps) {
  const t = useTranslate()
  const box = useRef<HTMLElement>(null)
  useSeen(box, isNew)
  return (
    <section ref={box} class="waiting" aria-live="polite">
      <p class="waiting-title">
        {t('online.waiting', { terms: describeTerms(t, challenge.terms) })}
      </p>
      <p>{t('online.waitingNote')}</p>
      <div class="button-row">
        {onPlayComputer !== undefined && (
          <button type="button" class="button button-main" onClick={onPlayComputer}>
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
