import type { SearchLimits } from '@hokito/engine'
import { type Beginning, err, formatBeginning, formatMove, ok, parseMove } from '@hokito/rules'
import { UserError } from '../io.ts'
import { type Conversation, converse, type Silence } from './conversation.ts'
import type { Player, PlayerError, Turn } from './player.ts'

/** Options for starting an engine that speaks UGI. */
export interface UgiPlayerOptions {
  readonly command: readonly string[]
  /** Values for `setoption`, by name. */
  readonly settings: ReadonlyMap<string, string>
}

/**
 * Starts an engine and waits until it is ready.
 * @throws UserError if it cannot be started, does not speak UGI or refuses a setting
 */
export async function startUgiPlayer({ command, settings }: UgiPlayerOptions): Promise<Player> {
  const conversation = converse(command)
  try {
    const name = await introduce(conversation, command.join(' '))
    for (const [option, value] of settings) {
      const refusal = await set(conversation, option, value)
      if (refusal !== undefined)
        throw new UserError(`${name} refuses ${option}=${value}: ${refusal}`)
    }
    const settled = Array.from(settings, ([option, value]) => `${option}=${value}`)
    return playerOf(conversation, settled.length === 0 ? name : `${name} (${settled.join(', ')})`)
  } catch (error) {
    await conversation.close()
    throw error
  }
}

// --- internal ---

/** The command that makes an engine think within limits. */
function formatGo({ depth, nodes, timeMs, clock }: SearchLimits): string {
  const words: (string | number)[] = ['go']
  if (depth !== undefined) words.push('depth', depth)
  if (nodes !== undefined) words.push('nodes', nodes)
  if (timeMs !== undefined) words.push('movetime', timeMs)
  if (clock !== undefined) {
    const { remainingMs, incrementMs } = clock
    words.push('p1time', Math.round(remainingMs.black), 'p2time', Math.round(remainingMs.white))
    words.push('p1inc', incrementMs.black, 'p2inc', incrementMs.white)
  }
  return words.join(' ')
}

/** How long an engine may take to start and get ready. */
const READY_MS = 20_000

async function introduce(conversation: Conversation, command: string): Promise<string> {
  let name = command
  conversation.say('ugi')
  const greeted = await conversation.hear((line) => {
    name = /^id name (.+)/.exec(line)?.[1]?.trim() ?? name
    return line.trim() === 'ugiok'
  }, READY_MS)
  if (greeted.ok) return name
  const { error } = greeted
  const why = error.kind === 'timeout' ? 'it does not answer ugi with ugiok' : error.why
  throw new UserError(`the engine "${command}" cannot be started: ${why}`)
}

/** Changes a setting. Returns the engine's objection, if it has one. */
async function set(
  conversation: Conversation,
  option: string,
  value: string,
): Promise<string | undefined> {
  let refusal: string | undefined
  conversation.say(`setoption name ${option} value ${value}`)
  conversation.say('isready')
  const ready = await conversation.hear((line) => {
    if (line.startsWith('error')) refusal = line.replace(/^error:? */, '')
    return line.trim() === 'readyok'
  }, READY_MS)
  if (ready.ok) return refusal
  return ready.error.kind === 'timeout' ? 'it does not answer isready' : ready.error.why
}

function playerOf(conversation: Conversation, name: string): Player {
  // Sent only when it changes, because some engines do not know compensation.
  let known = 0
  return {
    name,
    async newGame({ endRule, compensation }) {
      conversation.say('uginewgame')
      let refusal = await set(conversation, 'EndRule', endRule)
      if (refusal === undefined && compensation !== known) {
        refusal = await set(conversation, 'Compensation', String(compensation))
        if (refusal === undefined) known = compensation
      }
      return refusal === undefined ? ok(undefined) : err({ kind: 'broken', why: refusal })
    },
    async choose({ beginning, moves, limits, allowedMs }: Turn) {
      conversation.say(formatPositionLine(beginning, moves.map(formatMove)))
      conversation.say(formatGo(limits))
      const isAnswer = (line: string) => line.startsWith('bestmove') || line.startsWith('error')
      const heard = await conversation.hear(isAnswer, allowedMs)
      if (!heard.ok) return err(errorOf(heard.error))
      const [word, text = ''] = heard.value.split(' ')
      const move = parseMove(text)
      return word === 'bestmove' && move.ok
        ? ok(move.value)
        : err({ kind: 'broken', why: `it answered "${heard.value.slice(0, 80)}"` })
    },
    close: () => conversation.close(),
  }
}

function formatPositionLine(beginning: Beginning, moves: readonly string[]): string {
  const kind = beginning.kind === 'deal' ? 'deal' : 'hfen'
  const tail = moves.length === 0 ? [] : ['moves', ...moves]
  return ['position', kind, formatBeginning(beginning), ...tail].join(' ')
}

function errorOf(silence: Silence): PlayerError {
  return silence.kind === 'timeout' ? silence : { kind: 'broken', why: silence.why }
}
