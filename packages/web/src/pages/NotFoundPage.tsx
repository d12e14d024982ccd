import { useEffect } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { PagePicture } from '../components/game/PagePicture.tsx'
import { useTranslate } from '../i18n/i18n.ts'
import { ROUTES } from '../routes.ts'
import { useAddress } from '../ui/links.ts'
import { useTitle } from '../ui/tab.ts'
import { GUESSED } from './guessed.ts'

/** Shown for an unknown address, with links to the main pages; a guessed one leads on. */
export function NotFoundPage() {
  const t = useTranslate()
  const at = useAddress()
  const { path, route } = useLocation()
  const meant = GUESSED[path.replace(/\/$/, '')]
  useTitle(t('error.notFoundTitle'))
  useEffect(() => {
    if (meant !== undefined) route(meant, true)
  }, [meant, route])
  if (meant !== undefined) return null
  return (
    <div class="page">
      <h1>{t('error.notFoundTitle')}</h1>
      <PagePicture ply={29} />
      <p>{t('error.notFoundText')}</p>
      <div class="button-row">
        <a class="button button-main" href={at(ROUTES.home)}>
          {t('error.home')}
        </a>
        {LINKS.map(([address, name]) => (
          <a key={address} class="button" href={at(address)}>
            {t(name)}
          </a>
        ))}
      </div>
    </div>
  )
}

// --- internal ---

const LINKS = [
  [ROUTES.online, 'home.online'],
  [ROUTES.puzzles, 'nav.puzzles'],
  [ROUTES.learn, 'nav.lessons'],
  [ROUTES.games, 'nav.games'],
] as const
