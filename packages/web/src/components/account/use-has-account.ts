import { useEffect, useState } from 'preact/hooks'
import { fetchAccount } from '../../models/account/account.ts'

/** Whether the player has an account; undefined until the server has replied. */
export function useHasAccount(): boolean | undefined {
  const [hasAccount, setKnown] = useState<boolean | undefined>(undefined)
  useEffect(() => {
    void fetchAccount().then((reply) => {
      if (reply !== undefined) setKnown(reply.account !== undefined)
    })
  }, [])
  return hasAccount
}

/**
 * Whether the player probably has an account. Until the server has replied, the device says which of
 * the two it will be, so that nothing moves then.
 */
export function isLikelyMember(
  hasAccount: boolean | undefined,
  accountName: string | undefined,
): boolean {
  return hasAccount ?? accountName !== undefined
}
