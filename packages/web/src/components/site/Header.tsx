import { useRef, useState } from 'preact/hooks'
import { useTranslate } from '../../i18n/i18n.ts'
import { ROUTES } from '../../routes.ts'
import { useServices } from '../../services.ts'
import { Icon } from '../../ui/Icon.tsx'
import { lazily } from '../../ui/lazily.tsx'
import { useAddress } from '../../ui/links.ts'
import { GameCall } from './GameCall.tsx'
import { withTexts } from './with-texts.tsx'

/**
 * The site's name, the main pages, notices about running games, and the settings, on every page.
 */
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
      {/* It works before the script has loaded, and without it. */}
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
 * The main pages, the most wanted first. As many stand in a row as fit, and all of them in a menu.
 * Their order here decides which ones the row shows and how the menu groups them; see `site.css`.
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
  // The document stays when another page is shown in it, so the menu must be closed.
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
