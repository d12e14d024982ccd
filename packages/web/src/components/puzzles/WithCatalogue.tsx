import type { ComponentChildren } from 'preact'
import { useTranslate } from '../../i18n/i18n.ts'
import type { Catalogue } from '../../models/puzzles/catalogue.ts'
import { ROUTES } from '../../routes.ts'
import { Notice } from '../../ui/Notice.tsx'
import { useCatalogue } from './use-catalogue.ts'

interface WithCatalogueProps {
  /** Whether the page has nothing else, so that a failure needs a title and links. */
  readonly isPage?: boolean
  readonly children: (catalogue: Catalogue) => ComponentChildren
}

/**
 * Content that needs the puzzles. It shows when they are loading and, if that fails, offers to try
 * again.
 */
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

/** The failure on a page that has nothing else: a title, and links to pages that work offline. */
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
