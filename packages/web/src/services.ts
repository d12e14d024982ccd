import type { RandomBytes } from '@hokito/rules'
import type { Signal } from '@preact/signals'
import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { LanguageModel } from './i18n/language.ts'
import type { OfflineModel } from './models/device/offline.ts'
import type { SettingsModel } from './models/device/settings.ts'
import type { Sounds } from './models/device/sounds.ts'
import type { ProgressModel } from './models/learn/progress.ts'
import type { Computer } from './models/local/computer.ts'
import type { GameStore } from './models/local/game-store.ts'
import type { Online } from './models/site/online.ts'

/** Everything the pages need from the outside world; built once in `main.tsx`. */
export interface Services {
  readonly store: GameStore
  readonly settings: SettingsModel
  readonly language: LanguageModel
  readonly offline: OfflineModel
  /** The connection to the server and our games there, once a page has needed them. */
  readonly online: Signal<Online | undefined>
  /** The signed-in account on this device, as far as it is known. */
  readonly accountName: Signal<string | undefined>
  readonly sounds: Sounds
  readonly progress: ProgressModel
  /** What this device stores for good. The call throws if the browser forbids it. */
  readonly deviceStorage: () => Storage
  /** What this tab stores until it is closed. The call throws if the browser forbids it. */
  readonly tabStorage: () => Storage
  /** Does stored data outlive the page? */
  readonly isLasting: boolean
  /** Can the computer play in this browser? */
  readonly hasComputer: boolean
  readonly newComputer: () => Computer
  /** Milliseconds since 1970. */
  readonly now: () => number
  readonly randomBytes: RandomBytes
}

export const ServicesContext = createContext<Services | undefined>(undefined)

/** The services of the running site. */
export function useServices(): Services {
  const services = useContext(ServicesContext)
  if (services === undefined) throw new Error('a page was rendered outside of ServicesContext')
  return services
}
