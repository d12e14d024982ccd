import { Icon } from '../../ui/Icon.tsx'
import './verdict.css'

/** What a try was. */
export type Verdict = 'right' | 'wrong'

/**
 * A tick or a cross, which does not depend on its colour. The element around it has the class
 * `verdict-right` or `verdict-wrong`, which colours its words too.
 */
export function VerdictSign({ verdict }: { readonly verdict: Verdict }) {
  return (
    <span class="verdict-sign">
      <Icon name={verdict === 'right' ? 'check' : 'close'} />
    </span>
  )
}
