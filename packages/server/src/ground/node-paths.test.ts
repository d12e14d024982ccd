import { SOCKET_PATH } from '@hokito/protocol'
import { expect, test } from 'vitest'
import { playerId } from '../../test/helpers/ids.ts'
import { NodePaths } from './node-paths.ts'

const PLAYER = playerId('one')
const paths = new NodePaths('a', 's'.repeat(32))
const others = new NodePaths('b', 's'.repeat(32))

test('a path leads to its node, and other nodes know that it was meant for that one', () => {
  const path = paths.to('a', PLAYER)
  for (const url of [path, `${path}/`, `${path}/?EIO=4&transport=websocket`]) {
    expect(paths.aimOf(url, PLAYER)).toBe('here')
    expect(others.aimOf(url, PLAYER)).toBe('elsewhere')
  }
})

test('the plain address is for everyone', () => {
  for (const url of [SOCKET_PATH, `${SOCKET_PATH}/`, `${SOCKET_PATH}/?EIO=4`, `${SOCKET_PATH}?x`]) {
    expect(paths.aimOf(url, PLAYER)).toBe('any')
  }
})

test('an address that a player was not given is refused', () => {
  const path = paths.to('a', PLAYER)
  const ticket = path.split('/').at(-1)
  for (const url of [
    paths.to('a', playerId('two')),
    new NodePaths('a', 't'.repeat(32)).to('a', PLAYER),
    `${SOCKET_PATH}/b/${ticket}`,
    `${SOCKET_PATH}/a`,
    `${SOCKET_PATH}/a/`,
    `${path}x`,
    `${path}/x`,
    path.slice(0, -1),
    `/x${path}`,
    '',
  ]) {
    expect(paths.aimOf(url, PLAYER), url).toBe(undefined)
  }
})
