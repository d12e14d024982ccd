import type { Challenge } from '@hokito/protocol'
import { useState } from 'preact/hooks'
import { useTranslate } from '../../i18n/i18n.ts'
import { inviteRoute } from '../../routes.ts'
import { describeTerms } from '../../words/online.ts'
import { QrCode } from './QrCode.tsx'

interface WaitingProps {
  readonly challenge: Challenge
  readonly onStop: () => void
}

/** One's own challenge while nobody has taken it, with the link for a friend where it is private. */
export function Waiting({ challenge, onStop }: WaitingProps) {
  const t = useTranslate()
  const [told, setTold] = useState('')
  const link = location.origin + inviteRoute(challenge.id)
  const copy = () =>
    navigator.clipboard.writeText(link).then(
      () => setTold(t('notice.copied')),
      () => setTold(t('notice.copyFailed')),
    )
  return (
    <section class="waiting" aria-live="polite">
      <p class="waiting-title">
        {t('online.waiting', { terms: describeTerms(t, challenge.terms) })}
      </p>
      {!challenge.isListed && (
        <>
          <p>{t('online.waitingLink')}</p>
          <input class="select" readOnly value={link} aria-label={t('online.copyLink')} />
          <QrCode text={link} label={t('online.qrLabel')} />
        </>
      )}
      <div class="button-row">
        {!challenge.isListed && (
          <button type="button" class="button button-main" onClick={() => void copy()}>
            {t('online.copyLink')}
          </button>
        )}
        <button type="button" class="button" onClick={onStop}>
          {t('online.stopWaiting')}
        </button>
      </div>
      <p role="status">{told}</p>
    </section>
  )
}
