import { computed, type ReadonlySignal, type Signal } from '@preact/signals'
import * as v from 'valibot'
import { createKeptProgress } from '../device/kept-progress.ts'

/** The engine settings for analysis on this device. */
export interface AnalystSettings {
  readonly isOn: boolean
  /** How many best moves are shown, 1 to {@link MOST_LINES}. */
  readonly lines: number
  readonly threads: number
  /** Size of the engine's tables in MiB. */
  readonly hashMiB: HashMiB
}

/** The resources of a device; only some browsers report the memory. */
export interface Device {
  readonly cores: number
  readonly memoryGiB: number | undefined
  /** Can threads share memory here? If not, the engine uses one thread. */
  readonly canShare: boolean
}

export interface AnalystSettingsModel {
  readonly settings: ReadonlySignal<AnalystSettings>
  readonly mostThreads: number
  readonly change: (changes: Partial<AnalystSettings>) => void
}

export const MOST_LINES = 5
/** Possible sizes of the tables, in MiB. */
export const HASH_SIZES = [16, 32, 64, 128, 256, 512] as const
export type HashMiB = (typeof HASH_SIZES)[number]

/**
 * The settings kept on this device. A value that is missing, unreadable or too large for the device
 * becomes its default.
 * @param ownSwitch whether the engine is on, in place of the setting kept on the device
 */
export function createAnalystSettings(
  storage: () => Storage,
  device: Device,
  ownSwitch?: Signal<boolean>,
): AnalystSettingsModel {
  const mostThreads = mostThreadsOn(device)
  const kept = createKeptProgress(storage, settingsOn(device, mostThreads))
  return {
    settings: computed(() =>
      ownSwitch === undefined ? kept.value.value : { ...kept.value.value, isOn: ownSwitch.value },
    ),
    mostThreads,
    change: (changes) => {
      const { isOn, ...others } = changes
      if (ownSwitch !== undefined && isOn !== undefined) ownSwitch.value = isOn
      // If the browser stores nothing, the top of the page already says so; these settings last as
      // long as the page.
      kept.change((now) => ({ ...now, ...(ownSwitch === undefined ? changes : others) }))
    },
  }
}

// --- internal ---

/** The most threads that an engine can have. */
const MOST_THREADS = 64

function mostThreadsOn({ cores, canShare }: Device): number {
  return canShare ? Math.max(1, Math.min(cores, MOST_THREADS)) : 1
}

/** Leaves a core for the page, and most of the memory for everything else. */
function defaultsFor(device: Device): AnalystSettings {
  const { memoryGiB = 0 } = device
  return {
    isOn: true,
    lines: 3,
    threads: Math.max(1, mostThreadsOn(device) - 1),
    hashMiB: memoryGiB >= 8 ? 128 : memoryGiB >= 4 ? 64 : 32,
  }
}

function settingsOn(device: Device, mostThreads: number) {
  const none = defaultsFor(device)
  const shape = v.object({
    isOn: v.fallback(v.boolean(), none.isOn),
    lines: v.fallback(wholeNumber(MOST_LINES), none.lines),
    threads: v.fallback(wholeNumber(mostThreads), none.threads),
    hashMiB: v.fallback(v.picklist(HASH_SIZES), none.hashMiB),
  })
  const read = (json: unknown) => {
    const settings = v.safeParse(shape, json)
    return settings.success ? settings.output : none
  }
  return { key: 'hokito:analyst', none, read }
}

function wholeNumber(most: number) {
  return v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(most))
}
