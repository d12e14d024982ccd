import { useState } from 'preact/hooks'
import { useTranslate } from '../../i18n/i18n.ts'
import { ROUTES } from '../../routes.ts'
import { Icon } from '../../ui/Icon.tsx'
import { lazily } from '../../ui/lazily.tsx'

/** Name, main pages and settings, on every page. */
export function Header({ path }: { path: string }) {
  const t = useTranslate()
  const [isOpen, setOpen] = useState(false)
  const links = [
    [ROUTES.newGame, t('nav.play')],
    [ROUTES.online, t('nav.online')],
    [ROUTES.learn, t('nav.learn')],
    [ROUTES.rules, t('nav.rules')],
    [ROUTES.replay, t('nav.replay')],
  ] as const
  return (
    <header class="site-header">
      <a class="brand" href={ROUTES.home}>
        {t('app.name')}
      </a>
      <nav aria-label={t('nav.label')}>
        {links.map(([href, label]) => (
          <a
            key={href}
            href={href}
            aria-current={path === href ? 'page' : undefined}
            class={href === ROUTES.replay || href === ROUTES.online ? 'wide-nav' : undefined}
          >
            {label}
          </a>
        ))}
      </nav>
      <button
        type="button"
        class="button button-quiet"
        onClick={() => setOpen(true)}
        aria-label={t('nav.settings')}
        aria-haspopup="dialog"
      >
        <Icon name="gear" />
      </button>
      {isOpen && <SettingsDialog onClose={() => setOpen(false)} />}
    </header>
  )
}

// --- internal ---

const SettingsDialog = lazily(async () => (await import('./SettingsDialog.tsx')).SettingsDialog)
