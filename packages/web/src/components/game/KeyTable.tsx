import { useTranslate } from '../../i18n/i18n.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { useTexts } from './use-texts.ts'

/** Keys, and their effect in words. */
export type KeyRow = readonly [keys: readonly string[], what: string]

interface KeyTableProps {
  readonly rows: readonly KeyRow[]
  readonly onClose: () => void
}

/** All keys of a page. */
export function KeyTable({ rows, onClose }: KeyTableProps) {
  const t = useTranslate()
  if (!useTexts('guide')) return null
  return (
    <Dialog title={t('game.keys')} onClose={onClose}>
      <dl class="keys">
        {rows.map(([keys, what]) => (
          <div key={what}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
