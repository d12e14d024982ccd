// @ts-check
/** Scenarios for the server's process: it is stopped, or killed. */
import { beginGame } from '../begin.mjs'
import { GIVEN_TERMS } from '../crowd.mjs'
import { HonestPlayer } from '../honest-player.mjs'
import { wait } from '../wait.mjs'

/** @typedef {import('./stage.mjs').Stage} Stage */

/** The process is stopped for five seconds during a game of ten seconds a side. */
export const stopped = {
  name: 'stopped-process',
  fault: 'S11',
  run: async (/** @type {Stage} */ stage) => {
    const { tally, server } = stage
    const onFault = (/** @type {string} */ sentence) => tally.fail(sentence)
    const black = new HonestPlayer(server.url, '127.0.1.3', onFault)
    const white = new HonestPlayer(server.url, '127.0.1.4', onFault)
    const game = await beginBlitz(black, white)
    // The first move of each side is free; from then on Black's clock runs.
    for (const player of [black, white]) await moveSomehow(player, game)
    server.signal('SIGSTOP')
    await wait(STOP_MS)
    server.signal('SIGCONT')
    await wait(500)
    tally.tried()
    await moveSomehow(black, game)
    await black.open(game)
    const leftMs = black.view?.clock.remainingMs.black ?? 0
    tally.note(`Black has ${(leftMs / 1000).toFixed(1)} of 10 s`)
    if (leftMs < 10_000 - STOP_MS / 2) tally.fail('a player paid for a stop of the server')
    for (const player of [black, white]) player.close()
  },
}

/** Killed without warning in the middle of games, and started again. */
export const killed = {
  name: 'killed',
  fault: '–',
  run: async (/** @type {Stage} */ stage) => {
    await stage.pair.start()
    for (let n = 0; n < KILLS; n++) {
      await wait(600 + 150 * n)
      stage.tally.tried()
      await stage.restart()
    }
    stage.pair.take()
    await wait(3000)
    if (!stage.pair.hasMoved) stage.tally.fail('the honest game does not go on')
  },
}

// --- internal ---

const STOP_MS = 5000
const KILLS = 3

/**
 * @param {HonestPlayer} black
 * @param {HonestPlayer} white
 */
async function beginBlitz(black, white) {
  const timeControl = { kind: 'fischer', initialSeconds: 10, incrementSeconds: 0 }
  const terms = { ...GIVEN_TERMS, timeControl }
  const game = (await beginGame([black, white], terms, () => 'blitz-begins'))?.started
  if (game === undefined) throw new Error('the game of ten seconds could not begin')
  for (const player of [black, white]) await player.open(game)
  return game
}

/**
 * Makes the first legal move.
 * @param {HonestPlayer} player
 * @param {string} game
 */
async function moveSomehow(player, game) {
  await player.open(game)
  const ply = player.moves.length
  const move = player.legalMove()
  const reply = await player.ask({ type: 'move', game, ply, id: `blitz-move-${ply}`, ...move })
  if (!reply?.ok) throw new Error(`the move of ply ${ply} was refused: ${reply?.refusal?.code}`)
}
