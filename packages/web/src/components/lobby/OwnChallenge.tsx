import type { Challenge, PlayerCard } from '@hokito/protocol'
import { useState } from 'preact/hooks'
import { useTranslate } from '../../i18n/i18n.ts'
import type { ChallengeLinkModel } from '../../models/lobby/challenge-link.ts'
import { termsFormOf } from '../../models/lobby/terms-form.ts'
import type { Connection } from '../../models/online/connection.ts'
import { inviteRoute } from '../../routes.ts'
import { Icon } from '../../ui/Icon.tsx'
import { useSaying } from '../../ui/use-saying.ts'
import { describeOwnColor, describeTerms } from '../../words/online.ts'
import { shownName } from '../../words/shown-name.ts'
import { NameForm } from '../account/NameForm.tsx'
import { Kept } from '../online/Kept.tsx'
import { useOnline } from '../online/use-connection.ts'
import { QrCode } from './QrCode.tsx'
import { TermsForm } from './TermsForm.tsx'

export interface OwnChallengeProps {
  readonly model: ChallengeLinkModel
  readonly challenge: Challenge
  /** The present player. */
  readonly player: PlayerCard
  readonly connection: Pick<Connection, 'send'>
}

/**
 * The player's own open invitation: ways to send it, what happens next, and a form to change the
 * terms.
 */
export function OwnChallenge({ model, challenge, player, connection }: OwnChallengeProps) {
  const t = useTranslate()
  const [isChanging, setChanging] = useState(false)
  return (
    <>
      <p class="lead">
        {describeTerms(t, challenge.terms)} · {describeOwnColor(t, challenge)}
      </p>
      {challenge.terms.games === 2 && <p class="note">{t('online.invite.twoGames')}</p>}
      {/* An addressed challenge needs no link, because nobody else can accept it. */}
      {challenge.opponent !== undefined ? (
        <>
          <p role="status">{t('people.sentTo', { name: shownName(challenge.opponent) })}</p>
          <Crossed opponent={challenge.opponent} />
        </>
      ) : (
        <section class="waiting">
          <SendLink link={location.origin + inviteRoute(challenge.id)} />
          <NameForm
            name={player.name}
            words={t('online.invite.seenAs', { name: player.name })}
            connection={connection}
          />
        </section>
      )}
      <p>
        {challenge.opponent === undefined
          ? t('online.invite.next')
          : t('people.next', { name: shownName(challenge.opponent) })}
      </p>
      <p class="note">{t('online.invite.watchers')}</p>
      {model.kept.value !== undefined && <Kept onCancel={model.cancel} />}
      {isChanging ? (
        <ChangeTerms {...{ model, challenge }} onCancel={() => setChanging(false)} />
      ) : model.isWithdrawn.value ? (
        <Kept />
      ) : (
        <div class="button-row">
          <button type="button" class="button" onClick={() => setChanging(true)}>
            {t('online.invite.changeTerms')}
          </button>
          <button type="button" class="button button-text" onClick={() => void model.withdraw()}>
            {t(challenge.opponent === undefined ? 'online.invite.withdraw' : 'people.withdraw')}
          </button>
        </div>
      )}
    </>
  )
}

// --- internal ---

interface ChangeTermsProps extends Pick<OwnChallengeProps, 'model' | 'challenge'> {
  readonly onCancel: () => void
}

/** A form that offers the same challenge on other terms. */
function ChangeTerms({ model, challenge, onCancel }: ChangeTermsProps) {
  const t = useTranslate()
  return (
    <>
      <p class="note">{t('online.invite.changeNote')}</p>
      <TermsForm
        first={termsFormOf(challenge)}
        title={t('online.invite.changeTerms')}
        action={t('online.invite.change')}
        isAddressed={challenge.opponent !== undefined}
        onOffer={(offered) => void model.change(offered)}
      />
      <div class="button-row">
        <button type="button" class="button button-text" onClick={onCancel}>
          {t('game.cancel')}
        </button>
      </div>
    </>
  )
}

/**
 * Both players have challenged each other at the same moment: a link to answer the opponent's
 * challenge.
 */
function Crossed({ opponent }: { readonly opponent: PlayerCard }) {
  const t = useTranslate()
  const { challenge } = useOnline().heldChallenge
  const theirs = challenge.value
  if (theirs?.opponent === undefined || theirs.challenger.id !== opponent.id) return null
  return (
    <section class="waiting" role="status">
      <p class="waiting-title">{t('people.crossed', { name: shownName(opponent) })}</p>
      <div class="button-row">
        <a class="button button-main" href={inviteRoute(theirs.id)}>
          {t('people.answer')}
        </a>
      </div>
    </section>
  )
}

/** A link with all ways to share it. */
function SendLink({ link }: { link: string }) {
  const t = useTranslate()
  const [told, setTold] = useSaying()
  const copy = () =>
    navigator.clipboard.writeText(link).then(
      () => setTold((t) => t('notice.copied')),
      () => setTold((t) => `${t('notice.copyFailed')} ${link}`),
    )
  // Closing the device's share sheet is no error.
  const share = () => navigator.share({ title: t('app.name'), url: link }).catch(() => undefined)
  const canShare = typeof navigator.share === 'function'
  return (
    <>
      <p>{t('online.waitingLink')}</p>
      <div class="invite-link">
        <div class="invite-send">
          <input
            class="select"
            readOnly
            value={link}
            aria-label={t('online.copyLink')}
            onFocus={(event) => event.currentTarget.select()}
          />
          <div class="button-row">
            {canShare && (
              <button type="button" class="button button-main" onClick={() => void share()}>
                <Icon name="share" />
                {t('online.invite.share')}
              </button>
            )}
            <button
              type="button"
              class={canShare ? 'button' : 'button button-main'}
              onClick={() => void copy()}
            >
              <Icon name="copy" />
              {t('online.copyLink')}
            </button>
          </div>
          <p role="status">{told}</p>
        </div>
        <QrCode text={link} label={t('online.qrLabel')} />
      </div>
    </>
  )
}
