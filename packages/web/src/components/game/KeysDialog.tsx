import { useTranslate } from '../../i18n/i18n.ts'
import { KeyTable } from './KeyTable.tsx'

/** All keys of the game page. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslate()
  return <KeyTable rows={KEYS.map(([keys, what]) => [keys, t(`keys.${what}`)])} onClose={onClose} />
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
