import type { ComponentChildren } from 'preact'
import { useTranslate } from '../../i18n/i18n.ts'
import type { Catalogue } from '../../models/puzzles/catalogue.ts'
import { Notice } from '../../ui/Notice.tsx'
import { useCatalogue } from './use-catalogue.ts'

interface WithCatalogueProps {
  readonly children: (catalogue: Catalogue) => ComponentChildren
}

/** What needs the puzzles; until they are loaded the page says so, and where they cannot be, offers to try again. */
export function WithCatalogue({ children }: WithCatalogueProps) {
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
    return <Notice text={t('puzzles.failed')} action={t('notice.tryAgain')} onAction={retry} />
  }
  return <>{children(loaded)}</>
}
