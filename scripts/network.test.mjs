// @ts-check
import { expect, test } from 'vitest'
import { withNpmsNetwork } from './network.mjs'

const PROXY = 'http://proxy.example:3128'

test.each([
  ['nothing', {}, {}],
  ['empty settings', { npm_config_noproxy: '' }, {}],
  ['a proxy', { npm_config_proxy: PROXY }, { HTTPS_PROXY: PROXY, HTTP_PROXY: PROXY }],
  ['one for HTTPS', { npm_config_https_proxy: PROXY }, { HTTPS_PROXY: PROXY }],
  ['exceptions', { npm_config_noproxy: '.example' }, { NO_PROXY: '.example' }],
  ['certificates', { npm_config_cafile: '/ca.pem' }, { NODE_EXTRA_CA_CERTS: '/ca.pem' }],
])('of npm, %s is passed on', (_, env, added) => {
  expect(withNpmsNetwork(env)).toEqual({ ...env, ...added })
})

test.each(['HTTPS_PROXY', 'https_proxy'])('%s, where it is set, comes first', (name) => {
  const env = { [name]: 'http://own.example', npm_config_https_proxy: PROXY }
  expect(withNpmsNetwork(env)).toEqual(env)
})
