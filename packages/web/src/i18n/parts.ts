/**
 * Words that not every visitor needs, in files of their own: the tutorial, the rules, the signs on a board and the
 * keys; conditional moves; the game of the day; the lists of one's own games and of all; home; play online; puzzles; reading records and
 * analysing; the review of a game; the settings; the board to set up on; pictures and games in frames; what each
 * choice for a new game means; tournaments; about this site; the account, with profiles
 * and ratings.
 */
export const TEXT_PARTS = [
  'about',
  'account',
  'daily',
  'games',
  'guide',
  'home',
  'lines',
  'online',
  'puzzles',
  'record',
  'review',
  'settings',
  'setup',
  'share',
  'terms',
  'tournaments',
] as const
export type TextPart = (typeof TEXT_PARTS)[number]
