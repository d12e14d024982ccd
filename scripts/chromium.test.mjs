// @ts-check
import { expect, test } from 'vitest'
import { getBrowser } from './chromium.mjs'

/** @param {readonly (string | undefined)[]} located the browser found at each attempt */
function tries(located, failures = ['no network', 'no apt-get']) {
  /** @type {string[]} */
  const log = []
  let looked = 0
  const path = getBrowser({
    locate: () => located[looked++],
    attempts: failures.map((failure, index) => ({
      what: `way ${index + 1}`,
      install: () => {
        log.push(`way ${index + 1}`)
        return failure === '' ? undefined : failure
      },
    })),
    advice: 'Install it yourself.\n',
    report: (text) => log.push(text),
  })
  return { path, log }
}

test('a browser that is there is used as it is', () => {
  expect(tries(['/usr/bin/chromium'])).toEqual({ path: '/usr/bin/chromium', log: [] })
})

test('where one way to get it fails, the next one is tried', () => {
  const { path, log } = tries([undefined, '/usr/bin/chromium'], ['no network', ''])
  expect([path, log]).toEqual(['/usr/bin/chromium', ['way 1', 'way 2']])
})

test('when all ways have failed, the advice comes with the reason of each', () => {
  const { path, log } = tries([undefined, undefined], ['no network', ''])
  expect(path).toBeUndefined()
  expect(log.at(-1)).toBe(
    'Install it yourself.\n\nTried, and failed:\n- way 1: no network\n- way 2: it was installed, but does not start\n',
  )
})
