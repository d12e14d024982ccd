import { useLocation } from 'preact-iso'
import { useTranslate } from '../../i18n/i18n.ts'
import { playRoute, ROUTES } from '../../routes.ts'
import { useServices } from '../../services.ts'
import { Notice } from '../../ui/Notice.tsx'

/** Calls a player who is elsewhere on the site to an online game that has begun. */
export function GameCall() {
  const t = useTranslate()
  const { online } = useServices()
  const { path, route } = useLocation()
  const game = online.value?.called.value
  // The lobby and an invitation go there by themselves.
  const isOnTheWay = path === ROUTES.online || path.startsWith(`${ROUTES.invite}/`)
  if (game === undefined || isOnTheWay || path === playRoute(game)) return null
  return (
    <Notice
      text={t('notice.gameBegun')}
      action={t('notice.goThere')}
      onAction={() => route(playRoute(game))}
    />
  )
}
