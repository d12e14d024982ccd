import { useTranslate } from '../../i18n/i18n.ts'
import { leadOf, type Outlook } from '../../models/analysis/analyst.ts'
import { describeOutlook } from '../../words/analysis.ts'

/** Who is expected to win, as a bar: striped for an estimate, solid for a proof. */
export function OutlookBar({ outlook }: { outlook: Outlook | undefined }) {
  const t = useTranslate()
  if (outlook === undefined) return <div class="outlook" aria-hidden="true" />
  const share = shareOf(outlook)
  return (
    <div
      class={outlook.kind === 'proved' ? 'outlook outlook-proved' : 'outlook outlook-expected'}
      role="img"
      aria-label={describeOutlook(t, outlook)}
    >
      <div class="outlook-black" style={{ transform: `scaleX(${share})` }} />
    </div>
  )
}

// --- internal ---

/** A lead of this many points fills three quarters of the bar; larger ones approach its end. */
const CLEAR_LEAD = 20

function shareOf(outlook: Outlook): number {
  if (outlook.kind === 'proved' && outlook.winner !== 'draw') {
    return outlook.winner === 'black' ? 1 : 0
  }
  const lead = leadOf(outlook)
  return 0.5 + (0.5 * lead) / (CLEAR_LEAD + Math.abs(lead))
}
