import { useEffect } from 'preact/hooks'
import type { Translate } from '../../i18n/i18n.ts'
import type { OnlineGame } from '../../models/online/online-game.ts'
import { useTitle } from '../../ui/hooks.ts'

/** Says in the tab's title and icon that it is our turn, for whoever is in another tab. */
export function useTurnSign(
  t: Translate,
  names: { readonly black: string; readonly white: string },
  { isOurTurn }: OnlineGame,
): void {
  const isTurn = isOurTurn.value
  useTitle(isTurn ? t('online.game.yourTurnTitle') : t('game.title', names))
  useEffect(() => {
    const icon = document.querySelector('link[rel=icon]')
    icon?.setAttribute('href', isTurn ? '/icon-turn.svg' : '/icon.svg')
    return () => icon?.setAttribute('href', '/icon.svg')
  }, [isTurn])
}
