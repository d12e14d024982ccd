import { lazily } from '../../ui/lazily.tsx'
import { withTexts } from '../site/with-texts.tsx'

/** Parts of the home page that few first visitors see, each loaded with its words. */

export const TodaysPuzzle = lazily(async () =>
  withTexts(['played', 'puzzles'], (await import('../puzzles/TodaysPuzzle.tsx')).TodaysPuzzle),
)

export const FriendsToday = lazily(async () =>
  withTexts(['account'], (await import('./FriendsToday.tsx')).FriendsToday),
)

export const StreakCard = lazily(async () =>
  withTexts(['progress'], (await import('./StreakCard.tsx')).StreakCard),
)

export const LastOnline = lazily(async () => (await import('./LastOnline.tsx')).LastOnline)

export const SettingsDialog = lazily(async () =>
  withTexts(['settings'], (await import('../site/SettingsDialog.tsx')).SettingsDialog),
)
