import { describe, expect, it } from 'vitest'
import { accountRoute } from './account-route.ts'
import { wayBack } from './way-back.ts'

const ORIGIN = 'https://hokito.example'

/** Where someone ends who makes an account after coming from this address. */
const after = (from: string) => wayBack(accountRoute(from).replace(/^[^?]*/, ''), ORIGIN)

describe('the way back from the page of the account', () => {
  it('leads to the page that the visitor came from, with its query', () => {
    expect(after('/study')).toBe(`${ORIGIN}/study`)
    expect(after('/de/online')).toBe(`${ORIGIN}/de/online`)
    expect(after('/study/sample?chapter=2')).toBe(`${ORIGIN}/study/sample?chapter=2`)
    expect(after('/tournament/a&b')).toBe(`${ORIGIN}/tournament/a&b`)
  })

  it('never leads to another site', () => {
    const elsewhere = [
      ...['https://evil.example/', '//evil.example', '/\\evil.example', '\\\\evil.example'],
      ...['javascript:alert(1)', 'data:text/html,x', 'http://hokito.example/', '/\t/evil.example'],
      ...['https://hokito.example.evil.example/', 'https://hokito.example@evil.example/', '//'],
    ]
    for (const from of elsewhere) expect([from, after(from)]).toEqual([from, undefined])
    // The full address stays on this site, which a path with two slashes would not.
    expect(after('/.//evil.example')).toBe(`${ORIGIN}//evil.example`)
  })

  it('leads to pages only, and not in a circle', () => {
    expect(after('/api/account')).toBeUndefined()
    expect(after('/account?from=/study')).toBeUndefined()
    expect(wayBack('', ORIGIN)).toBeUndefined()
  })
})
