import type { TeachAnswer } from '@hokito/protocol'
import { useLocation } from 'preact-iso'
import { useTranslate } from '../../i18n/i18n.ts'
import { ROUTES } from '../../routes.ts'
import { Notice } from '../../ui/Notice.tsx'

/** The answer to the player's request to teach, with the way to the classes. */
export function TeachNews({ answer: { isGranted, why } }: { readonly answer: TeachAnswer }) {
  const t = useTranslate()
  const { route } = useLocation()
  return (
    <Notice
      isCalm
      text={t(isGranted ? 'people.teaching.granted' : 'people.teaching.refused', { why })}
      action={t('nav.classes')}
      onAction={() => route(ROUTES.class)}
    />
  )
}
