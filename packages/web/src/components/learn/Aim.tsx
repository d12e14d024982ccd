import { useTranslate } from '../../i18n/i18n.ts'
import { nextLevelHere } from '../../models/site/next-level-here.ts'
import { useServices } from '../../services.ts'

/** What to aim at in games against the computer; nothing where it cannot play. */
export function Aim() {
  const t = useTranslate()
  const services = useServices()
  if (!services.hasComputer) return null
  return <p>{t('aim', { level: nextLevelHere(services).level })}</p>
}
