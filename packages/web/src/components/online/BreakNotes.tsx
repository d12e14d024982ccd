import type { GameView } from '@hokito/protocol'
import { COLORS, type Color } from '@hokito/rules'
import { useTranslate } from '../../i18n/i18n.ts'
import { useServices } from '../../services.ts'
import { formatMoment } from '../../words/dates.ts'
import { shownName } from '../../words/shown-name.ts'

interface BreakNotesProps {
  readonly game: GameView
  readonly own: Color | undefined
  /** The time by the server's clock. */
  readonly now: number
}

/** Which sides of a running game are on a break, and until when. */
export function BreakNotes({ game, own, now }: BreakNotesProps) {
  const t = useTranslate()
  const { language } = useServices().language.speech.value
  if (game.ending !== undefined) return null
  return (
    <div role="status">
      {COLORS.map((color) => {
        const until = game.breaks?.[color] ?? now
        if (until <= now) return null
        const date = formatMoment(language, until)
        const words =
          color === own
            ? t('lines.ownBreak', { date })
            : t('lines.onBreak', { name: shownName(game.seats[color]), date })
        return <p key={color}>{words}</p>
      })}
    </div>
  )
}
