import { useEffect, useState } from 'preact/hooks'
import { fetchAccount } from '../../models/online/account.ts'

/** Have we an account? Undefined until the server has said so. */
export function useHasAccount(): boolean | undefined {
  const [hasAccount, setKnown] = useState<boolean | undefined>(undefined)
  useEffect(() => {
    void fetchAccount().then((reply) => {
      if (reply !== undefined) setKnown(reply.account !== undefined)
    })
  }, [])
  return hasAccount
}
