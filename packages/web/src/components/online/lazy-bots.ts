import { lazily } from '../../ui/lazily.tsx'

/** What few visitors of the lobby come to, loaded when one does. */
export const HouseBots = lazily(async () => (await import('./HouseBots.tsx')).HouseBots)
export const BotOffer = lazily(async () => (await import('./BotOffer.tsx')).BotOffer)
