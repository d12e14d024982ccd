import { DAY_MS, type PlayerId } from '@hokito/protocol'
import type { ComponentChildren } from 'preact'
import { type Language, useTranslate } from '../../i18n/i18n.ts'
import { isUntouched } from '../../models/local/local-game.ts'
import { isToPlace } from '../../models/online/own-games-state.ts'
import { type AnyGame, isOurTurn, timeOf } from '../../models/site/all-games.ts'
import { gameRoute, playRoute } from '../../routes.ts'
import { useServices } from '../../services.ts'
import { breaksIn } from '../../words/breaks.ts'
import { formatDate, formatMoment } from '../../words/dates.ts'
import { describeKind } from '../../words/game-kind.ts'
import { colorOfOurs, describeProgress, describeResult, opponentName } from '../../words/games.ts'
import { describeMissed } from '../../words/missed.ts'

interface GameRowProps {
  readonly listed: AnyGame
  /** The player's id online. */
  readonly player: PlayerId | undefined
  /** Further actions. */
  readonly children?: ComponentChildren
}

/** A game of the player's in the list: the opponent, its state or result, and the date. */
export function GameRow({ listed, player, children }: GameRowProps) {
  const t = useTranslate()
  const { language: spoken, now } = useServices()
  const { language } = spoken.speech.value
  const { kind, game } = listed
  const name = opponentName(t, listed, player)
  const own = colorOfOurs(listed, player)
  const result = describeResult(t, listed, player)
  // A turn that pauses for a break begins after it, so its time may lie in the future.
  const at = Math.min(timeOf(listed), now())
  const notes = [
    describeMoment(language, at, now()),
    result === undefined
      ? describeProgress(t, listed)
      : (describeMissed(t, listed, player) ?? result.how),
    ...breaksIn(t, listed, { player, language, now: now() }),
    ...describeKind(t, listed, player),
    t(`games.places.${kind}`),
  ]
  return (
    <li class="game-row">
      <a
        class="card-link game-link"
        href={kind === 'local' ? gameRoute(game.id) : playRoute(game.id)}
      >
        <span
          class={own === undefined ? 'disc disc-both' : `disc disc-${own}`}
          aria-hidden="true"
        />
        <span class="game-words">
          <span class="game-opponent" title={name}>
            {name}
          </span>
          <small>{notes.filter(Boolean).join(' · ')}</small>
        </span>
        {/* Not marked if both players share this device, because it is always the turn of one
            of them. */}
        {result === undefined ? (
          own !== undefined &&
          isOurTurn(listed, player) &&
          (kind === 'local' ? !isUntouched(game) : game.isDealt || isToPlace(game, player)) && (
            <span class="game-turn">
              {kind === 'online' && isToPlace(game, player)
                ? t('games.place')
                : t('games.yourTurn')}
            </span>
          )
        ) : (
          <span class={`game-result game-${result.success}`}>{result.headline}</span>
        )}
      </a>
      {children}
    </li>
  )
}

// --- internal ---

/** A date; recent games also have the time, because a day may have many. */
function describeMoment(language: Language, at: number, now: number): string {
  return now - at < DAY_MS ? formatMoment(language, at) : formatDate(language, at)
}
