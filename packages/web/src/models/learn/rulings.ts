/** What people ask once they have understood the rules, in the order in which it comes up. */
export const RULINGS = [
  'setups',
  'own',
  'over',
  'paths',
  'twice',
  'pass',
  'split',
  'endRules',
  'draw',
  'resign',
] as const
