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
