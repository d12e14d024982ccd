import { ROUTES } from '../../routes.ts'

/**
 * Address of the page of the account, which leads back to where the visitor came from once they
 * have signed in or made an account.
 * @param from the path of that page, with its query
 */
export function accountRoute(from: string): string {
  return `${ROUTES.account}?from=${encodeURIComponent(from)}`
}
