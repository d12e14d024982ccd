// @ts-check
/**
 * boardgame.io's own server with Hokito as its game. It checks every move by our rules and keeps
 * the games in memory. Its argument is the folder in which npm has installed boardgame.io.
 */
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { formatPosition, parsePosition, tryPlay } from '@hokito/rules'
import { seededGame } from '@hokito/rules/debug'
import { BOARDGAME_NAME } from './boardgame.mjs'
import { reportUsage } from './usage.mjs'

const [, , folder = ''] = process.argv
const { Server, Origins } = createRequire(join(folder, 'package.json'))('boardgame.io/server')

const game = {
  name: BOARDGAME_NAME,
  turn: { minMoves: 1, maxMoves: 1 },
  setup: () => ({ hfen: '' }),
  moves: { play },
}

/**
 * Plays one move. The game's setup knows no seed, so the first move of a game brings it.
 * @param {{ G: { hfen: string } }} state
 * @param {number} seed
 * @param {import('@hokito/rules').Move} move
 */
function play({ G }, seed, move) {
  const position = G.hfen === '' ? seededGame(seed, 'either').positions[0] : positionOf(G.hfen)
  const played = position && tryPlay(position, move)
  return played?.ok ? { hfen: formatPosition(played.value) } : 'INVALID_MOVE'
}

/** @param {string} hfen */
function positionOf(hfen) {
  const parsed = parsePosition(hfen, 'either')
  return parsed.ok ? parsed.value : undefined
}

const server = Server({ games: [game], origins: [Origins.LOCALHOST] })
const { appServer } = await server.run(0)
reportUsage(`http://localhost:${appServer.address().port}`)
