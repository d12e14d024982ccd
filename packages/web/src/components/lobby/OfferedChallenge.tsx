import type { Challenge, PlayerCard } from '@hokito/protocol'
import { useMemo } from 'preact/hooks'
import { useTranslate } from '../../i18n/i18n.ts'
import { LESSON_IDS } from '../../models/learn/lesson-ids.ts'
import type { ChallengeLinkModel } from '../../models/lobby/challenge-link.ts'
import { openIn } from '../../models/lobby/challenge-link-state.ts'
import { examplePosition } from '../../models/replay/example-game.ts'
import { lessonRoute, ROUTES } from '../../routes.ts'
import { useServices } from '../../services.ts'
import { DrawnIcon } from '../../ui/Icon.tsx'
import { BOOK } from '../../ui/page-icons.ts'
import {
  describeColor,
  describeFirstMove,
  describePlacing,
  describeRefusal,
  describeTerms,
} from '../../words/online.ts'
import { shownName } from '../../words/shown-name.ts'
import { OwnNameField } from '../account/NameForm.tsx'
import { useTypedName } from '../account/use-typed-name.ts'
import { DiagramBoard } from '../game/DiagramBoard.tsx'
import { Kept } from '../online/Kept.tsx'
import { ExpectedResult } from './ExpectedResult.tsx'

interface OfferedChallengeProps {
  readonly model: ChallengeLinkModel
  readonly challenge: Challenge
  /** The present player. */
  readonly player: PlayerCard
}

/**
 * Another player's invitation, perhaps to someone who has never heard of the game: what it is, and
 * how to answer.
 */
export function OfferedChallenge({ model, challenge, player }: OfferedChallengeProps) {
  const t = useTranslate()
  const { accountName } = useServices()
  // A player with an account knows the game and has a name.
  const isStranger = accountName.value === undefined
  const { field, setRefused } = useTypedName('')
  const { refused: failed } = model.state.value
  // The game begins under the typed name, or not yet if it is refused.
  const accept = async () => setRefused(await model.acceptAs(field.text.trim()))
  return (
    <div class="offered-challenge">
      <form
        class="name-field"
        onSubmit={(event) => {
          event.preventDefault()
          void accept()
        }}
      >
        <div class="offered-challenge-terms">
          {isStranger && <p class="lead">{t('homePage.lead')}</p>}
          <p>
            {describeTerms(t, challenge.terms)} · {describeColor(t, challenge)}
          </p>
          <ExpectedResult challenge={challenge} />
          {!challenge.terms.isDivided && (
            <p class="note">
              {t(challenge.terms.games === 2 ? 'online.invite.twoGames' : 'online.invite.oneGame')}
            </p>
          )}
          <p class="note">
            {challenge.terms.setup.kind === 'placed'
              ? describePlacing(t, challenge.terms.timeControl)
              : describeFirstMove(t, challenge)}
          </p>
        </div>
        <div class="offered-challenge-answer">
          {isStranger && <OwnNameField {...field} placeholder={player.name} />}
          <Answer
            model={model}
            isStranger={isStranger}
            challenger={shownName(challenge.challenger)}
            isForUs={challenge.opponent?.id === player.id}
          />
          {/* Next to the pressed button, because on a phone the board below fills the rest of
              the window. */}
          {failed !== undefined && (
            <p class="fault" role="alert">
              {describeRefusal(t, failed.code, failed.retryAfterMs)}
            </p>
          )}
        </div>
      </form>
      {isStranger && <ExampleFigure />}
    </div>
  )
}

// --- internal ---

/** A position of an example game, for players who have never seen one. */
function ExampleFigure() {
  const t = useTranslate()
  const shown = useMemo(examplePosition, [])
  return (
    <figure class="offered-challenge-board">
      <DiagramBoard position={shown} label={t('homePage.boardLabel')} />
      <figcaption class="note">{t('homePage.example')}</figcaption>
    </figure>
  )
}

/** The answers, or the reason why the chosen one has not led to a game yet. */
interface AnswerProps {
  readonly model: ChallengeLinkModel
  readonly challenger: string
  /** Whether it is addressed to this player, so that nobody else can take it. */
  readonly isForUs: boolean
  /** Whether this player may not know the game. */
  readonly isStranger: boolean
}

function Answer({ model, challenger, isForUs, isStranger }: AnswerProps) {
  const t = useTranslate()
  if (model.kept.value !== undefined) return <Kept onCancel={model.cancel} />
  if (openIn(model.state.value)?.isWaiting)
    return <WaitingFor name={challenger} onStop={model.stopWaiting} />
  return (
    <>
      <button type="submit" class="button button-main button-big">
        {t('online.accept')}
      </button>
      {isForUs && (
        <button type="button" class="button" onClick={() => void model.decline()}>
          {t('online.game.declineOffer')}
        </button>
      )}
      {isStranger && <LearnFirst />}
    </>
  )
}

/** The challenger is away, so the game cannot begin yet. */
function WaitingFor({ name, onStop }: { name: string; onStop: () => void }) {
  const t = useTranslate()
  return (
    <section class="waiting" role="status">
      <p class="waiting-title">{t('online.invite.away', { name })}</p>
      <p>{t('online.invite.awayNote', { name })}</p>
      <div class="button-row">
        <button type="button" class="button" onClick={onStop}>
          {t('online.stopWaiting')}
        </button>
      </div>
    </section>
  )
}

/** A link to the next lesson; from there the header leads back. */
function LearnFirst() {
  const t = useTranslate()
  const done = useServices().progress.done.value
  const next = LESSON_IDS.find((id) => !done.has(id))
  return (
    <a class="button button-wide" href={next === undefined ? ROUTES.learn : lessonRoute(next)}>
      <DrawnIcon path={BOOK} />
      <span>
        {t('online.invite.learn')}
        <small>{t('online.invite.learnNote')}</small>
      </span>
    </a>
  )
}
