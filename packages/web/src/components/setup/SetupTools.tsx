import { COLORS } from '@hokito/rules'
import { ONTO } from '../../board/setup-state.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import type { SetupModel } from '../../models/game/setup-model.ts'
import { Choice } from '../../ui/Choice.tsx'

/** The actions on the whole board. */
export function SetupTools({ model, onKeys }: { model: SetupModel; onKeys: () => void }) {
  const t = useTranslate()
  const { past, future, position, held } = model.state.value
  const isEmpty = position.board.every((stack) => stack === undefined)
  const tool = (label: string, onClick: () => void, isOff = false, isForKeys = false) => (
    <button
      type="button"
      class={isForKeys ? 'button button-small for-keys' : 'button button-small'}
      disabled={isOff}
      onClick={onClick}
    >
      {label}
    </button>
  )
  return (
    <div class="button-row setup-tools">
      {tool(t('game.undo'), model.undo, past.length === 0)}
      {tool(t('game.redo'), model.redo, future.length === 0)}
      {tool(t('setup.shuffle'), model.shuffleRest)}
      {tool(t('setup.mirror'), model.mirror, isEmpty)}
      {model.task.kind !== 'arrange' && tool(t('setup.rotate'), model.rotate, isEmpty)}
      {tool(t('setup.putBack'), () => model.drop(undefined), held?.kind !== 'stack')}
      {tool(t('setup.clear'), model.clear, isEmpty)}
      {tool(t('game.keys'), onKeys, false, true)}
    </div>
  )
}

/** The choices of a free position only: stacks, and the side to move. */
export function SetupChoices({ model }: { model: SetupModel }) {
  const t = useTranslate()
  const { onto, position } = model.state.value
  return (
    <>
      <Choice
        legend={t('setup.onto')}
        options={ONTO.map((value) => ({ value, label: t(`setup.ontoAs.${value}`) }))}
        value={onto}
        onChange={model.chooseOnto}
      />
      <Choice
        legend={t('setup.turn')}
        options={COLORS.map((value) => ({ value, label: t(`color.${value}`) }))}
        value={position.turn}
        onChange={model.giveTurn}
      />
    </>
  )
}
