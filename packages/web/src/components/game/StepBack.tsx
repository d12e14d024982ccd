import { useTranslate } from '../../i18n/i18n.ts'
import type { RecordView } from '../../models/game/record-view.ts'
import { ActionButton } from './ActionButton.tsx'

/** Begins to step back through a finished game, also where its end leaves no room for the moves. */
export function StepBack({ record }: { readonly record: Pick<RecordView, 'moves' | 'view'> }) {
  const t = useTranslate()
  const last = record.moves.value.length
  return (
    <ActionButton
      icon="previous"
      label={t('replay.previous')}
      onPress={() => record.view(last - 1)}
      isOff={last === 0}
    />
  )
}
