import type { ComponentChildren } from 'preact'
import { useTranslate } from '../../i18n/i18n.ts'
import type { Catalogue } from '../../models/puzzles/catalogue.ts'
import { ROUTES } from '../../routes.ts'
import { Notice } from '../../ui/Notice.tsx'
import { useCatalogue } from './use-catalogue.ts'

interface WithCatalogueProps {
  /** Is it all that its page has, so that without puzzles there is neither a title nor a way on? */
  readonly isPage?: boolean
  readonly children: (catalogue: Catalogue) => ComponentChildren
}

/** What needs the puzzles; until they are loaded the page says so, and where they cannot be, offers to try again. */
export function WithCatalogue({ isPage = false, children }: WithCatalogueProps) {
  const t = useTranslate()
  const [loaded, retry] = useCatalogue()
  if (loaded === 'loading') {
    return (
      <div class="puzzles-loading">
        <p role="status">{t('puzzles.loading')}</p>
        <progress aria-label={t('puzzles.loading')} />
      </div>
    )
  }
  if (loaded === 'failed') {
    const notice = (
      <Notice text={t('puzzles.failed')} action={t('notice.tryAgain')} onAction={retry} />
    )
    return isPage ? <Alone>{notice}</Alone> : notice
  }
  return <>{children(loaded)}</>
}

// --- internal ---

/** A page that has nothing else: what it would be, and where one can go on without a network. */
function Alone({ children }: { readonly children: ComponentChildren }) {
  const t = useTranslate()
  return (
    <div class="page">
      <h1>{t('puzzles.title')}</h1>
      {children}
      <div class="button-row">
        <a class="button" href={ROUTES.puzzles}>
          {t('puzzles.all')}
        </a>
        <a class="button" href={ROUTES.newGame}>
          {t('game.newGame')}
        </a>
      </div>
    </div>
  )
}
