import type { Score } from '@hokito/rules'
import { useTranslate } from '../../i18n/i18n.ts'

/** Each side's share of the points, as one thin bar. */
export function BalanceBar({ points }: { points: Score }) {
  const t = useTranslate()
  const total = points.black + points.white
  const share = total === 0 ? 50 : (100 * points.black) / total
  return (
    <div
      class="balance"
      role="img"
      aria-label={t('game.balance', { ...points })}
      data-black={points.black}
      data-white={points.white}
    >
      <div class="balance-bar">
        <div class="balance-black" style={{ transform: `scaleX(${share / 100})` }} />
      </div>
    </div>
  )
}
