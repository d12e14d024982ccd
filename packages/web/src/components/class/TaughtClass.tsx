import type { Card, Class, ClassChange, HttpRefusal } from '@hokito/protocol'
import type { Result } from '@hokito/rules'
import { useState } from 'preact/hooks'
import { useTranslate } from '../../i18n/i18n.ts'
import { renewCards } from '../../models/class/class-api.ts'
import { describeClassRefusal } from '../../words/class.ts'
import { ConfirmDialog } from '../game/ConfirmDialog.tsx'
import { AddPupils } from './AddPupils.tsx'
import { Cards } from './Cards.tsx'
import { ClassTasks } from './ClassTasks.tsx'
import { ClassTournaments, type SeenTournaments } from './ClassTournaments.tsx'
import { PupilTable } from './PupilTable.tsx'

export interface TaughtClassProps {
  readonly taught: Class
  /** Those of all classes of the teacher. */
  readonly tournaments: SeenTournaments
  readonly change: (change: ClassChange) => Promise<Result<unknown, HttpRefusal | undefined>>
  /** Called when there are new pupils. */
  readonly onCards: () => Promise<void>
}

/** A class as its teacher sees it. */
export function TaughtClass({ taught, tournaments, change, onCards }: TaughtClassProps) {
  const t = useTranslate()
  const [cards, setCards] = useState<readonly Card[]>([])
  const { id, name, isOpen, pupils } = taught
  if (cards.length > 0) return <Cards cards={cards} onKept={() => setCards([])} />
  const show = (made: readonly Card[]) => {
    setCards(made)
    void onCards()
  }
  return (
    <section class="class-taught" aria-labelledby={`class-${id}`}>
      <h2 id={`class-${id}`}>{name}</h2>
      {pupils.length === 0 ? (
        <p>{t('class.pupils.none')}</p>
      ) : (
        <PupilTable taught={taught} change={change} onCards={show} />
      )}
      <AddPupils id={id} onCards={show} />
      <ClassTasks taught={taught} change={change} />
      <ClassTournaments seen={tournaments} taught={id} />
      <label class="check">
        <input
          type="checkbox"
          checked={isOpen}
          onChange={() => void change({ type: 'open', class: id, isOn: !isOpen })}
        />
        {t('class.open')}
      </label>
      <p class="note">{t('class.openNote')}</p>
      <Finals taught={taught} change={change} onCards={show} />
    </section>
  )
}

// --- internal ---

interface FinalsProps extends Omit<TaughtClassProps, 'onCards' | 'tournaments'> {
  readonly onCards: (cards: readonly Card[]) => void
}

/** New cards for everyone, and the end of the class. */
function Finals({ taught: { id, name, pupils }, change, onCards }: FinalsProps) {
  const t = useTranslate()
  const [asks, setAsks] = useState<'renew' | 'remove' | undefined>(undefined)
  const [fault, setFault] = useState<string | undefined>(undefined)
  const renew = async () => {
    const renewed = await renewCards(
      id,
      pupils.map((pupil) => pupil.id),
    )
    setFault(renewed.ok ? undefined : describeClassRefusal(t, renewed.error))
    if (renewed.ok) onCards(renewed.value)
  }
  const close = () => setAsks(undefined)
  return (
    <>
      <div class="button-row">
        {pupils.length > 0 && (
          <button type="button" class="button" onClick={() => setAsks('renew')}>
            {t('class.cards.renew')}
          </button>
        )}
        <button type="button" class="button" onClick={() => setAsks('remove')}>
          {t('class.remove')}
        </button>
      </div>
      <p class="fault" role="alert">
        {fault}
      </p>
      {asks === 'renew' && (
        <ConfirmDialog
          title={t('class.cards.renew')}
          text={t('class.cards.renewText')}
          yes={t('class.cards.renew')}
          onYes={() => void renew()}
          onClose={close}
        />
      )}
      {asks === 'remove' && (
        <ConfirmDialog
          title={t('class.removeTitle', { name })}
          text={t('class.removeText')}
          yes={t('class.remove')}
          onYes={() => void change({ type: 'remove', class: id })}
          onClose={close}
        />
      )}
    </>
  )
}
