import { useRef, useState } from 'preact/hooks'
import { useTranslate } from '../../i18n/i18n.ts'
import { ROUTES } from '../../routes.ts'
import { useServices } from '../../services.ts'
import { Icon } from '../../ui/Icon.tsx'
import { lazily } from '../../ui/lazily.tsx'
import { useAddress } from '../../ui/links.ts'
import { GameCall } from './GameCall.tsx'
import { withTexts } from './with-texts.tsx'

/** Name, main pages, the call of a running game, and settings, on every page. */
export function Header({ route }: { route: string }) {
  const t = useTranslate()
  const at = useAddress()
  const [isOpen, setOpen] = useState(false)
  return (
    <header class="site-header">
      <a class="brand" href={at(ROUTES.home)}>
        {t('app.name')}
      </a>
      <SiteNav route={route} />
      <GameCall />
      <button
        type="button"
        class="button button-quiet settings-button"
        onClick={() => setOpen(true)}
        aria-label={t('nav.settings')}
        aria-haspopup="dialog"
      >
        <Icon name="gear" />
      </button>
      {/* It works before the script has come, and without it. */}
      <button
        type="button"
        class="button button-quiet menu-button"
        popovertarget={NAV_ID}
        aria-label={t('nav.label')}
      >
        <Icon name="menu" />
      </button>
      {isOpen && <SettingsDialog onClose={() => setOpen(false)} />}
    </header>
  )
}

// --- internal ---

const NAV_ID = 'site-nav'

const SettingsDialog = lazily(async () =>
  withTexts(['settings'], (await import('./SettingsDialog.tsx')).SettingsDialog),
)

/**
 * The main pages, what is wanted first first: as many in a row as there is room for, and all of them in a menu. Which
 * stand in the row, and what the menu's groups are, follows from their places here: see `site.css`.
 */
function SiteNav({ route }: { route: string }) {
  const t = useTranslate()
  const at = useAddress()
  const nav = useRef<HTMLElement>(null)
  const name = useServices().accountName.value
  const links = [
    [ROUTES.newGame, t('nav.play')],
    [ROUTES.learn, t('nav.learn')],
    [ROUTES.online, t('nav.online')],
    [ROUTES.tournaments, t('nav.tournaments')],
    [ROUTES.puzzles, t('nav.puzzles')],
    [ROUTES.daily, t('nav.daily')],
    [ROUTES.rules, t('nav.rules')],
    [ROUTES.games, t('nav.games')],
    [ROUTES.replay, t('replay.title')],
    [ROUTES.analysis, t('nav.analysis')],
    [ROUTES.account, name ?? t('nav.account')],
  ] as const
  // The page stays when another is shown in it, so the menu has to be told.
  const close = () => nav.current?.hidePopover?.()
  return (
    <nav ref={nav} id={NAV_ID} class="site-nav" popover="auto" aria-label={t('nav.label')}>
      {links.map(([href, label]) => (
        <a
          key={href}
          href={at(href)}
          aria-current={route === href ? 'page' : undefined}
          onClick={close}
        >
          {label}
        </a>
      ))}
    </nav>
  )
}
