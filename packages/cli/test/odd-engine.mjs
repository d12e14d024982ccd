// @ts-check
// A UGI engine for tests: it plays the first legal move, or misbehaves as its argument says.
import { createInterface } from 'node:readline'
import { formatMove, legalMoves, parseDeal, parseMove, play, start } from '@hokito/rules'

const [habit = 'plain'] = process.argv.slice(2)
/** Habits begin after a few moves, so that a game is under way. */
const PLIES_OF_GRACE = 4

/** @type {import('@hokito/rules').Position} */
let position = start({ kind: 'standard', black: 0, white: 0 }, 'either')
/** @type {import('@hokito/rules').EndRule} */
let endRule = 'either'

/** @param {string} line */
function say(line) {
  process.stdout.write(`${line}\n`)
}

/** @param {readonly string[]} words `deal <id> [moves …]` */
function setPosition(words) {
  const [, id = '', , ...moves] = words
  const deal = parseDeal(id)
  if (!deal.ok) throw new Error(`not a deal: ${id}`)
  position = start(deal.value, endRule)
  for (const text of moves) {
    const move = parseMove(text)
    if (!move.ok) throw new Error(`not a move: ${text}`)
    position = play(position, move.value)
  }
}

function go() {
  const plies = position.board.filter((stack) => stack === undefined).length
  const [move] = legalMoves(position)
  if (habit !== 'plain' && plies > PLIES_OF_GRACE) misbehave()
  else say(`bestmove ${move === undefined ? 'none' : formatMove(move)}`)
}

function misbehave() {
  if (habit === 'cheat') say('bestmove a1a1')
  if (habit === 'babble') say('error what?')
  if (habit !== 'crash') return
  process.stderr.write('it hurts\n')
  process.exit(3)
}

if (habit === 'dead') process.exit(1)
createInterface({ input: process.stdin }).on('line', (line) => {
  const [word, ...rest] = line.split(' ')
  if (word === 'ugi') {
    say(`id name Odd ${habit}`)
    say('ugiok')
  } else if (word === 'setoption' && rest[1] === 'EndRule') {
    endRule = rest[3] === 'onTurn' ? 'onTurn' : 'either'
  } else if (word === 'setoption') {
    say(`error no such option: ${rest[1]}`)
  } else if (word === 'isready') say('readyok')
  else if (word === 'position') setPosition(rest)
  else if (word === 'go') go()
  else if (word === 'quit') process.exit(0)
})
