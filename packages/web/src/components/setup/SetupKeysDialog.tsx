import { useTranslate } from '../../i18n/i18n.ts'
import { KeyTable } from '../game/KeyTable.tsx'

/** All keys of the setup board. */
export function SetupKeysDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslate()
  return (
    <KeyTable
      rows={[
        [['1', '2', '3'], t('setup.keys.take')],
        [['b', 'w'], t('setup.keys.side')],
        [['←', '↑', '→', '↓'], t('keys.arrows')],
        [['Home', 'End'], t('keys.ends')],
        [['Enter'], t('setup.keys.enter')],
        [['Delete'], t('setup.putBack')],
        [['Esc'], t('keys.escape')],
        [['i'], t('keys.inspect')],
        [['u', 'z'], t('keys.undo')],
        [['r', 'y'], t('keys.redo')],
        [['?'], t('keys.help')],
      ]}
      onClose={onClose}
    />
  )
}
