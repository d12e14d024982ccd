import { type GameView, PHRASES, type Phrase } from '@hokito/protocol'
import { type ByColor, opposite } from '@hokito/rules'
import type { Signal } from '@preact/signals'
import { type Saying, useTranslate } from '../../i18n/i18n.ts'
import type { OnlineGame } from '../../models/online/online-game.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { describeRefusal } from '../../words/online.ts'
import type { PeopleParts } from './PeopleInGame.tsx'
import { SaidPhrases } from './SaidPhrases.tsx'

interface PhrasesDialogProps {
  readonly model: OnlineGame
  readonly game: GameView
  readonly names: ByColor<string>
  /** Receives the reason why a phrase was not sent. */
  readonly told: Signal<Saying | undefined>
  readonly people: PeopleParts
  readonly onClose: () => void
}

/**
 * What was said, a field for messages if both players have switched chat on, the phrases to choose
 * from, and a switch to mute the opponent.
 */
export function PhrasesDialog(props: PhrasesDialogProps) {
  const { model, game, names, told, people, onClose } = props
  const t = useTranslate()
  const own = model.own.value
  const say = async (phrase: Phrase) => {
    onClose()
    const reply = await model.say(phrase)
    if (reply?.ok === false) told.value = (t) => describeRefusal(t, reply.refusal.code)
  }
  return (
    <Dialog title={t('online.game.phrases')} onClose={onClose}>
      <SaidPhrases model={model} names={names} />
      {model.written.value !== undefined && <people.Talk model={model} names={names} hasNote />}
      <div class="button-row phrases">
        {PHRASES.map((phrase) => (
          <button
            key={phrase}
            type="button"
            class="button button-small"
            onClick={() => void say(phrase)}
          >
            {t(`online.phrase.${phrase}`)}
          </button>
        ))}
      </div>
      <label class="check">
        <input
          type="checkbox"
          checked={model.isMuted.value}
          onChange={(event) => {
            model.isMuted.value = event.currentTarget.checked
          }}
        />
        {t('online.game.mute')}
      </label>
      {own !== undefined && (
        <people.AboutOpponent
          game={game}
          other={game.seats[opposite(own)]}
          isTalking={model.written.value !== undefined}
        />
      )}
    </Dialog>
  )
}
