import { useTranslate } from '../../i18n/i18n.ts'
import './gif-progress.css'

interface GifProgressProps {
  readonly ply: number
  readonly last: number
  readonly onCancel: () => void
}

/** How far a moving picture is, with the way to stop it. */
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
