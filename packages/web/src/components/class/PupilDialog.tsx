import type { Card, ClassChange, ClassId, HttpRefusal, Pupil } from '@hokito/protocol'
import type { Result } from '@hokito/rules'
import { useState } from 'preact/hooks'
import { useTranslate } from '../../i18n/i18n.ts'
import { renewCards } from '../../models/class/class-api.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { describeClassRefusal } from '../../words/class.ts'

interface PupilDialogProps {
  readonly id: ClassId
  readonly pupil: Pupil
  readonly change: (change: ClassChange) => Promise<Result<unknown, HttpRefusal | undefined>>
  readonly onCards: (cards: readonly Card[]) => void
  readonly onClose: () => void
}

/** What a teacher does with the account of a pupil, and what follows from it. */
export function PupilDialog({ id, pupil, change, onCards, onClose }: PupilDialogProps) {
  const t = useTranslate()
  const [fault, setFault] = useState<string | undefined>(undefined)
  const { name, isOffered } = pupil
  const settle = (answer: Result<unknown, HttpRefusal | undefined>) => {
    if (answer.ok) onClose()
    else setFault(describeClassRefusal(t, answer.error))
  }
  const renew = async () => {
    const renewed = await renewCards(id, [pupil.id])
    settle(renewed)
    if (renewed.ok) onCards(renewed.value)
  }
  return (
    <Dialog title={name} onClose={onClose}>
      <p class="fault" role="alert">
        {fault}
      </p>
      <p>{t('class.pupils.newCardText', { name })}</p>
      <button type="button" class="button" onClick={() => void renew()}>
        {t('class.pupils.newCard')}
      </button>
      <p>{t('class.pupils.offerText', { name })}</p>
      <button
        type="button"
        class="button"
        onClick={() =>
          void change({ type: 'offer', pupil: pupil.id, isOn: !isOffered }).then(settle)
        }
      >
        {t(isOffered ? 'class.pupils.keep' : 'class.pupils.offer')}
      </button>
      <p>{t('class.pupils.removeText', { name })}</p>
      <button
        type="button"
        class="button button-warn"
        onClick={() => void change({ type: 'removePupil', pupil: pupil.id }).then(settle)}
      >
        {t('class.pupils.remove')}
      </button>
    </Dialog>
  )
}
