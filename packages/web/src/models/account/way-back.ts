import { ROUTES } from '../../routes.ts'

/**
 * The full address that the query of an `accountRoute` leads back to. Only a page of this site: a
 * link made by others must not lead elsewhere after signing in.
 */
export function wayBack(query: string, origin: string): string | undefined {
  const from = new URLSearchParams(query).get('from')
  // A path such as `//elsewhere.example` is the address of another site.
  const to = from === null ? undefined : urlOf(from, origin)
  if (to === undefined) return undefined
  const isPage = !to.pathname.startsWith('/api/') && to.pathname !== ROUTES.account
  return to.origin === origin && isPage ? to.href : undefined
}

// --- internal ---

function urlOf(text: string, origin: string): URL | undefined {
  try {
    return new URL(text, origin)
  } catch {
    return undefined
  }
}
