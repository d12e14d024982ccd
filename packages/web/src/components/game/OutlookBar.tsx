import { useTranslate } from '../../i18n/i18n.ts'
import { leadOf, type Outlook } from '../../models/analysis/outlook.ts'
import { describeOutlook } from '../../words/analysis.ts'
import './outlook.css'

/**
 * Who is expected to win, as a bar in the place where a game has that of the points: striped for an
 * estimate, solid for a proof. There is none if nothing is known or the game is over.
 */
export function OutlookBar({ outlook }: { outlook: Outlook | undefined }) {
  const t = useTranslate()
  if (outlook === undefined) return <div class="balance outlook-none" />
  const words = describeOutlook(t, outlook)
  return (
    <div class="balance" role="img" aria-label={words} title={words}>
      <div class={`outlook outlook-${outlook.kind}`}>
        <div class="outlook-black" style={{ transform: `scaleX(${shareOf(outlook)})` }} />
      </div>
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
