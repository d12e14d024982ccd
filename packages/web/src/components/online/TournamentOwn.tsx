import type { TournamentDetail } from '@hokito/protocol'
import { useTranslate } from '../../i18n/i18n.ts'
import { isOpen } from '../../models/online/tournaments.ts'
import { playRoute } from '../../routes.ts'

interface TournamentOwnProps {
  readonly detail: TournamentDetail
  readonly onPress: (what: 'enter' | 'leave') => void
}

/** What is next for us: our game, what we wait for, entering, pausing or leaving. */
export function TournamentOwn({ detail, onPress }: TournamentOwnProps) {
  const t = useTranslate()
  const { tournament, you } = detail
  const { kind, round, endedAt } = tournament
  if (endedAt !== undefined) {
    return round === 0 ? <p role="status">{t('tournaments.tooFew')}</p> : null
  }
  const isArena = kind === 'arena'
  if (you === undefined) {
    if (!isOpen(tournament)) return null
    const isLate = round > 0 && !isArena
    return (
      <button type="button" class="button button-main" onClick={() => onPress('enter')}>
        {isLate ? t('tournaments.enterLate') : t(`tournaments.${isArena ? 'join' : 'enter'}`)}
      </button>
    )
  }
  const game = you.match?.scores === undefined ? you.match?.games.at(-1) : undefined
  return (
    <div class="tournament-own">
      {game !== undefined ? (
        <a class="button button-main" href={playRoute(game)}>
          {t('tournaments.toGame')}
        </a>
      ) : (
        <Wait detail={detail} you={you} />
      )}
      {isArena && you.isOut && (
        <button type="button" class="button button-main" onClick={() => onPress('enter')}>
          {t('tournaments.resume')}
        </button>
      )}
      {!you.isOut && (
        <button type="button" class="button" onClick={() => onPress('leave')}>
          {t(isArena && round > 0 ? 'tournaments.pause' : 'tournaments.leave')}
        </button>
      )}
    </div>
  )
}

// --- internal ---

interface WaitProps {
  readonly detail: TournamentDetail
  readonly you: NonNullable<TournamentDetail['you']>
}

/** Why we have no game. */
function Wait({ detail: { tournament }, you }: WaitProps) {
  const t = useTranslate()
  return <p role="status">{words()}</p>

  function words(): string {
    if (you.waits !== undefined) return t(`tournaments.waits.${you.waits}`)
    if (you.isOut) return t('tournaments.out')
    if (you.match === undefined) {
      return t(tournament.round > 0 ? 'tournaments.enteredLate' : 'tournaments.entered')
    }
    if (you.match.names.length > 1) return t('tournaments.waitsOthers')
    return t(tournament.kind === 'swiss' ? 'tournaments.waitsBye' : 'tournaments.waitsFree')
  }
}
