import { lazily } from '../../ui/lazily.tsx'

/** Loaded on demand, because few visitors of the lobby need it. */
export const HouseBots = lazily(async () => (await import('./HouseBots.tsx')).HouseBots)
export const BotOffer = lazily(async () => (await import('./BotOffer.tsx')).BotOffer)
