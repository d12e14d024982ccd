import { useTranslate } from '../../i18n/i18n.ts'
import './gif-progress.css'

interface GifProgressProps {
  readonly ply: number
  readonly last: number
  readonly onCancel: () => void
}

/** The progress of a moving picture, with a button to stop it. */
export function GifProgress({ ply, last, onCancel }: GifProgressProps) {
  const t = useTranslate()
  const words = t('share.drawing', { ply, last })
  return (
    <div class="gif-progress">
      <progress max={last} value={ply} aria-label={words} />
      <span aria-hidden="true">{words}</span>
      <button type="button" class="button button-small" onClick={onCancel}>
        {t('game.cancel')}
      </button>
    </div>
  )
}
