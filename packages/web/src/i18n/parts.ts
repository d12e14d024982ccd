/**
 * Texts that not every visitor needs, in files of their own: the tutorial, the rules, the legend of
 * the board and the keys; conditional moves; the game of the day; the lists of a player's games and
 * of all games; home; online play; puzzles; reading records and analysing; the review of a game;
 * the settings; the setup board; pictures and games in frames; explanations of the choices for a
 * new game; tournaments; about this site; the account, with profiles and ratings.
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
