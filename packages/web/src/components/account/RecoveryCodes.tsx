import { useTranslate } from '../../i18n/i18n.ts'
import { ShownOnce } from './ShownOnce.tsx'

interface RecoveryCodesProps {
  readonly codes: readonly string[]
  readonly onKept: () => void
}

/** Recovery codes, shown only once. */
export function RecoveryCodes({ codes, onKept }: RecoveryCodesProps) {
  const t = useTranslate()
  return (
    <ShownOnce
      title={t('account.codes.title')}
      text={t('account.codes.lead')}
      lines={codes}
      question={t('account.codes.leave')}
      done={t('account.codes.done')}
      onKept={onKept}
    />
  )
}
