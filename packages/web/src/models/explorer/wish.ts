import { type ExplorerWish, explorerWishSchema } from '@hokito/protocol'

/** By what games are found; `all` is every game. */
export const FIND_BY = ['all', 'player', 'winner', 'plies', 'deal'] as const
export type FindBy = (typeof FIND_BY)[number]

/** What the address of the page asks for: all games where it asks for nothing that can be found. */
export function wishOfQuery(query: Readonly<Record<string, string>>): ExplorerWish {
  for (const by of FIND_BY) {
    const value = query[by]?.trim()
    if (value === undefined) continue
    const wish = explorerWishSchema.safeParse({ [by]: value })
    if (wish.success) return wish.data
  }
  return {}
}

/** By what a wish finds, and the value that it has there. */
export function partsOfWish(wish: ExplorerWish): { readonly by: FindBy; readonly value: string } {
  for (const by of FIND_BY) {
    const value = (wish as Readonly<Record<string, string>>)[by]
    if (value !== undefined) return { by, value }
  }
  return { by: 'all', value: '' }
}

/** The end of the page's address for a wish. */
export function queryOfWish(by: FindBy, value: string): string {
  return by === 'all' ? '' : `?${new URLSearchParams({ [by]: value.trim() })}`
}
