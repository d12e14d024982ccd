import { useTranslate } from '../../i18n/i18n.ts'
import { Dialog } from '../../ui/Dialog.tsx'

/** All keys of the game page. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslate()
  return (
    <Dialog title={t('keys.title')} onClose={onClose}>
      <dl class="keys">
        {KEYS.map(([keys, what]) => (
          <div key={what}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{t(`keys.${what}`)}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
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
