import { signal } from '@preact/signals'
import * as v from 'valibot'
import { parseJson } from '../device/json.ts'
import { unlessRefused } from '../device/unless-refused.ts'

/** How the engine is to look at positions on this device. */
export interface AnalystSettings {
  readonly isOn: boolean
  /** How many best moves are shown, 1 to {@link MOST_LINES}. */
  readonly lines: number
  readonly threads: number
  /** Size of its tables in MiB. */
  readonly hashMiB: HashMiB
}

/** What a device has; only some browsers tell how much memory. */
export interface Device {
  readonly cores: number
  readonly memoryGiB: number | undefined
  /** Can threads share memory here? Otherwise there is one. */
  readonly canShare: boolean
}

export type AnalystSettingsModel = ReturnType<typeof createAnalystSettings>

export const MOST_LINES = 5
/** Sizes that the tables can have, in MiB. */
export const HASH_SIZES = [16, 32, 64, 128, 256, 512] as const
export type HashMiB = (typeof HASH_SIZES)[number]

/** The settings kept on this device; what is missing, unreadable or more than it has is as it suits the device. */
export function createAnalystSettings(storage: () => Storage, device: Device) {
  const mostThreads = mostThreadsOn(device)
  const settings = signal(load(storage, defaultsFor(device), mostThreads))
  return {
    settings,
    mostThreads,
    change: (changes: Partial<AnalystSettings>) => {
      settings.value = { ...settings.peek(), ...changes }
      // A browser that keeps nothing has said so at the top of the page; these last as long as the page.
      unlessRefused(() => storage().setItem(KEY, JSON.stringify(settings.peek())))
    },
  }
}

// --- internal ---

const KEY = 'hokito:analyst'
/** As many as an engine can have. */
const MOST_THREADS = 64

function mostThreadsOn({ cores, canShare }: Device): number {
  return canShare ? Math.max(1, Math.min(cores, MOST_THREADS)) : 1
}

/** Leaves a core to the page, and most of the memory to everything else. */
function defaultsFor(device: Device): AnalystSettings {
  const { memoryGiB = 0 } = device
  return {
    isOn: true,
    lines: 3,
    threads: Math.max(1, mostThreadsOn(device) - 1),
    hashMiB: memoryGiB >= 8 ? 128 : memoryGiB >= 4 ? 64 : 32,
  }
}

function load(
  storage: () => Storage,
  defaults: AnalystSettings,
  mostThreads: number,
): AnalystSettings {
  const shape = v.object({
    isOn: v.fallback(v.boolean(), defaults.isOn),
    lines: v.fallback(wholeNumber(MOST_LINES), defaults.lines),
    threads: v.fallback(wholeNumber(mostThreads), defaults.threads),
    hashMiB: v.fallback(v.picklist(HASH_SIZES), defaults.hashMiB),
  })
  const text = unlessRefused(() => storage().getItem(KEY))
  const read = v.safeParse(shape, parseJson(text ?? ''))
  return read.success ? read.output : defaults
}

function wholeNumber(most: number) {
  return v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(most))
}
