import { useTranslate } from '../../i18n/i18n.ts'
import { type KeyRow, KeyTable } from './KeyTable.tsx'
import { TYPING_KEY } from './MoveField.tsx'

/** All keys of the game page. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslate()
  const rows = KEYS.map(([keys, what]): KeyRow => [keys, t(`keys.${what}`)])
  return <KeyTable rows={[...rows, [[TYPING_KEY], t('game.moveField')]]} onClose={onClose} />
}

// --- internal ---

const KEYS = [
  [['←', '↑', '→', '↓'], 'arrows'],
  [['Home', 'End'], 'ends'],
  [['1', '2', '3'], 'values'],
  [['m'], 'movable'],
  [['Enter'], 'enter'],
  [['Esc'], 'escape'],
  [['i'], 'inspect'],
  [['l'], 'last'],
  [['s'], 'score'],
  [['c'], 'clocks'],
  [['u'], 'undo'],
  [['r'], 'redo'],
  [['h'], 'hint'],
  [['f'], 'flip'],
  [['[', ']'], 'step'],
  [['?'], 'help'],
] as const
