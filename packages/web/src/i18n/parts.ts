/**
 * Texts that not every visitor needs, in files of their own: the tutorial, the rules, the legend of
 * the board and the keys; conditional moves; the strategy course, and apart from it the titles of
 * its chapters; the game of the day; the lists of a player's games and of all games; home; online
 * play; the lines that a board plays out; a player's own progress; puzzles; reading records and
 * analysing; the review of a game; the settings; the setup board; pictures and games in frames;
 * studies; classes; games with wooden pieces; explanations of the choices for a new game;
 * tournaments; games to watch; about this site; the account, with profiles and ratings.
 */
export const TEXT_PARTS = [
  'about',
  'account',
  'class',
  'chapters',
  'course',
  'daily',
  'games',
  'guide',
  'home',
  'lines',
  'online',
  'played',
  'progress',
  'puzzles',
  'record',
  'review',
  'settings',
  'setup',
  'share',
  'study',
  'table',
  'terms',
  'tournaments',
  'watch',
] as const
export type TextPart = (typeof TEXT_PARTS)[number]
