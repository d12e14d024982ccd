import { useTranslate } from '../../i18n/i18n.ts'
import { KeyTable } from '../game/KeyTable.tsx'
import { TYPING_KEY } from '../game/MoveField.tsx'

/** All keys of the analysis. */
export function AnalysisKeysDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslate()
  return (
    <KeyTable
      rows={[
        [['←', '→', '[', ']'], t('keys.step')],
        [['↑', '↓'], t('analysis.keys.variation')],
        [['Home', 'End'], t('analysis.keys.ends')],
        [['Del'], t('analysis.remove')],
        [['u'], t('game.undo')],
        [['r'], t('game.redo')],
        [['p'], t('analysis.promote')],
        [['P'], t('analysis.makeMain')],
        [['d'], t('analysis.draw.title')],
        [['e'], t('analysis.engine')],
        [['t'], t('analysis.threats')],
        [['v'], t('analysis.keys.outlook')],
        [['l'], t('keys.last')],
        [['s'], t('keys.score')],
        [['f'], t('keys.flip')],
        [['1', '2', '3'], t('keys.values')],
        [['m'], t('keys.movable')],
        [['Enter'], t('keys.enter')],
        [['Esc'], t('keys.escape')],
        [['i'], t('keys.inspect')],
        [[TYPING_KEY], t('game.moveField')],
        [['?'], t('keys.help')],
      ]}
      onClose={onClose}
    />
  )
}
