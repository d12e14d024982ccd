import { useState } from 'preact/hooks'
import { useTranslate } from '../../i18n/i18n.ts'
import { ROUTES } from '../../routes.ts'
import { useServices } from '../../services.ts'
import { DrawnIcon, Icon } from '../../ui/Icon.tsx'
import { lazily } from '../../ui/lazily.tsx'
import { useAddress } from '../../ui/links.ts'
import { PERSON } from '../../ui/page-icons.ts'
import { GameCall } from './GameCall.tsx'
import { NAV_ID, SiteNav } from './SiteNav.tsx'
import { withTexts } from './with-texts.tsx'

/**
 * The site's name, the menu, notices about running games, the profile and the settings, on every
 * page.
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
      <ProfileLink isHere={route === ROUTES.profile} />
      <button
        type="button"
        class="button button-quiet settings-button"
        onClick={() => setOpen(true)}
        aria-label={t('nav.settings')}
        aria-haspopup="dialog"
      >
        <Icon name="gear" />
      </button>
      {/* Only beside a board on a small screen, which has no room for the menu. */}
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

const SettingsDialog = lazily(async () =>
  withTexts(['settings'], (await import('./SettingsDialog.tsx')).SettingsDialog),
)

/** The player's own name if it is known, as a word in wide windows and else as an icon. */
function ProfileLink({ isHere }: { isHere: boolean }) {
  const t = useTranslate()
  const name = useServices().accountName.value ?? t('nav.profile')
  return (
    <a
      class="button button-quiet account-link"
      href={ROUTES.profile}
      title={name}
      aria-current={isHere ? 'page' : undefined}
    >
      <DrawnIcon path={PERSON} />
      <span>{name}</span>
    </a>
  )
}
