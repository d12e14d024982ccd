import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { isInPath } from '../http/operation.ts'
import { PAGE_OPERATIONS } from '../http/operations.ts'
import { API_BASE } from './document.ts'
import { API_OPERATIONS } from './operations.ts'

const ROOT = new URL('../../../../', import.meta.url)
const read = (file: string) => readFileSync(new URL(file, ROOT), 'utf8')

/** Addresses that no operation declares: the sockets, and the reference of the API. */
const OTHERS = ['GET /socket', `GET ${API_BASE}`, `GET ${API_BASE}/openapi.json`]

const OF_PAGES = PAGE_OPERATIONS.map(({ method = 'get', path }) => addressOf(method, path))
const OF_API = API_OPERATIONS.map(({ method = 'get', path }) => addressOf(method, API_BASE + path))

describe('an operation', () => {
  test('has an address of its own', () => {
    const addresses = [...OF_PAGES, ...OF_API]
    expect(addresses.toSorted()).toEqual([...new Set(addresses)].toSorted())
  })

  test('declares what stands in its path', () => {
    for (const { path, parameters = {} } of [...PAGE_OPERATIONS, ...API_OPERATIONS]) {
      const inPath = Object.keys(parameters).filter((name) => isInPath({ path }, name))
      expect(path.match(/\{/g) ?? [], path).toHaveLength(inPath.length)
    }
  })

  test('that changes something is for our own pages or needs a token, except for one link', () => {
    const open = PAGE_OPERATIONS.filter(
      ({ method, asker }) => method === 'post' && asker !== 'ownPage' && asker !== 'ownPlayer',
    )
    expect(open.map(({ path }) => path)).toEqual(['/api/account/mail-games-off/{token}'])
    expect(API_OPERATIONS.filter(({ method, asker }) => method && asker === 'anyone')).toEqual([])
  })

  test('whose answer depends on a cookie is stored by no cache', () => {
    const ofCookie = PAGE_OPERATIONS.filter(({ asker }) => asker !== 'anyone')
    const kept = ofCookie.filter(({ cache }) => cache !== 'never' && cache !== 'no-store')
    expect(kept.map(({ path }) => path)).toEqual([])
  })
})

test('the README lists every address of the server, and no other', () => {
  const [, section = ''] = read('packages/server/README.md').split('## What it answers')
  const rows = (section.split('\n## ')[0] ?? '').matchAll(/^\| ([^|]*) \| (.*) \|$/gm)
  const listed = [...rows].flatMap(([, cell = '', description = '']) =>
    addressesIn(cell, description),
  )
  expect([...new Set(listed)].toSorted()).toEqual([...OF_PAGES, ...OTHERS].toSorted())
})

test('an address in a document exists', () => {
  const known = new Set([...OF_PAGES, ...OF_API, ...OTHERS])
  for (const file of documents()) {
    for (const [, method, path = ''] of read(file).matchAll(ADDRESS)) {
      const methods = method === undefined ? ['get', 'post', 'put'] : [method]
      const found = methods.some((each) => known.has(addressOf(each, path)))
      expect(found, `${file}: ${method ?? ''} ${path}`).toBe(true)
    }
  }
})

test('an address that the site asks for exists', () => {
  const paths = [...OF_PAGES, ...OF_API, ...OTHERS].map((address) =>
    address.replace(/^[A-Z]+ /, ''),
  )
  const isKnown = (asked: string, goesOn: boolean) =>
    paths.some((path) => (goesOn ? path.startsWith(asked) : path === asked))
  const unknown: string[] = []
  for (const file of sourcesOf('packages/web/src')) {
    for (const [, path = '', end] of read(file).matchAll(ASKED)) {
      if (!isKnown(path, path.endsWith('/') || end === '${')) unknown.push(`${file}: ${path}`)
    }
  }
  expect(unknown).toEqual([])
})

// --- internal ---

/** What a source says of an address: all of it up to its query, or up to the first value in it. */
const ASKED = /['"`](\/api\/[a-z0-9/.-]*)(\$\{)?/g

function sourcesOf(folder: string): readonly string[] {
  const names = readdirSync(new URL(folder, ROOT), { recursive: true, encoding: 'utf8' })
  const sources = names.filter((name) => /\.tsx?$/.test(name) && !name.includes('.test.'))
  return sources.map((name) => `${folder}/${name}`)
}

/** A whole address as code, without its query. */
const ADDRESS =
  /`(?:(GET|POST|PUT) )?(\/(?:api|embed|oembed|picture|play)\b[^`?#…]*)(?:[?#][^`]*)?`/g

/** The same for `{id}`, `<game>` and `<game>.png`. */
function addressOf(method: string, path: string): string {
  return `${method.toUpperCase()} ${path.replace(/[{<][^/]*/g, '{}')}`
}

function documents(): readonly string[] {
  const pages = readdirSync(new URL('docs', ROOT)).filter((name) => name.endsWith('.md'))
  const packages = readdirSync(new URL('packages', ROOT))
  return ['README.md', ...pages.map((name) => `docs/${name}`)].concat(
    packages.map((name) => `packages/${name}/README.md`),
  )
}

/**
 * The addresses in a row of the table: whole ones; `.png`, the one before with another ending;
 * `leave`, a neighbour of the one before. `…` stands for the names in the description.
 */
function addressesIn(cell: string, description: string): readonly string[] {
  const found: string[] = []
  let method = 'get'
  let path = ''
  const names = description.matchAll(/`([a-z-]+)`/g)
  for (const [, text = ''] of cell.matchAll(/`([^`]*)`/g)) {
    if (/^[?&]/.test(text)) continue
    if (text.includes('/')) {
      const [address = '', given = 'GET'] = text.split(' ').reverse()
      method = given
      path = address.split('?')[0] ?? ''
    } else {
      path = path.replace(text.startsWith('.') ? /\.\w+$/ : /[^/]*$/, text)
    }
    if (!path.endsWith('…')) found.push(addressOf(method, path))
    else for (const [, name = ''] of names) found.push(addressOf(method, path.replace('…', name)))
  }
  return found
}
