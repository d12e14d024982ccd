import type { SearchLimits } from '@hokito/engine'
import type { Command } from 'commander'
import { readSeconds, readWhole } from '../arguments.ts'

/** The limits of a search as typed. */
export interface LimitOptions {
  readonly time?: string
  readonly depth?: string
  readonly nodes?: string
  readonly level?: string
}

/** Adds `--time`, `--depth`, `--nodes` and `--level` to a command. */
export function addLimitOptions(command: Command, otherwise: string): Command {
  return command
    .option('--time <seconds>', `time for each move (default: ${otherwise})`)
    .option('--depth <plies>', 'plies to look ahead')
    .option('--nodes <number>', 'positions to visit')
    .option('--level <1-10>', 'play as weakly as this level')
}

/** Reads the limits. If none is given, the search takes `timeMs`. */
export function readLimits(options: LimitOptions, timeMs: number): SearchLimits {
  const { time, depth, nodes, level } = options
  const limits = {
    ...(time !== undefined && { timeMs: readSeconds(time, '--time') }),
    ...(depth !== undefined && { depth: readWhole(depth, '--depth', 1, 36) }),
    ...(nodes !== undefined && { nodes: readWhole(nodes, '--nodes', 1, 1e15) }),
    ...(level !== undefined && { level: readWhole(level, '--level', 1, 10) }),
  }
  return Object.keys(limits).length === 0 ? { timeMs } : limits
}

/** Reads `--hash`, if given. */
export function readHash(text: string | undefined): number | undefined {
  return text === undefined ? undefined : readWhole(text, '--hash', 1, 4096)
}
