import { useTranslate } from '../../i18n/i18n.ts'
import type { Results } from '../../models/explorer/statistics.ts'
import { useServices } from '../../services.ts'
import { formatShare } from '../../words/explorer.ts'

/** How many games each side won, as a bar and in words. */
export function ResultsShare({ games, black, draws, white }: Results) {
  const t = useTranslate()
  const { language } = useServices().language.speech.value
  const share = (some: number) => formatShare(language, some / Math.max(1, games))
  return (
    <div class="share">
      <svg class="share-bar" viewBox="0 0 100 12" preserveAspectRatio="none" aria-hidden="true">
        <rect class="plot-white" width="100" height="12" />
        <rect class="plot-draw" width={(100 * (black + draws)) / Math.max(1, games)} height="12" />
        <rect class="plot-black" width={(100 * black) / Math.max(1, games)} height="12" />
      </svg>
      <p class="share-words">
        <span>
          <i class="swatch swatch-black" />
          {t('explorer.winners.black')}: {share(black)}
        </span>
        <span>
          <i class="swatch swatch-draw" />
          {t('explorer.winners.draw')}: {share(draws)}
        </span>
        <span>
          <i class="swatch swatch-white" />
          {t('explorer.winners.white')}: {share(white)}
        </span>
      </p>
    </div>
  )
}
