/** Questions that players ask once they understand the rules, in the order in which they arise. */
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
  'first',
  'resign',
] as const
