/** Drawings that no game shows, so that a game does not load them. */
export const BOOK = 'M4 5c3-1.5 6-1 8 1 2-2 5-2.5 8-1v14c-3-1.5-6-1-8 1-2-2-5-2.5-8-1ZM12 6v14'
export const GLOBE =
  'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM3 12h18M12 3c5 5.5 5 12.5 0 18c-5-5.5-5-12.5 0-18'
export const PAIR =
  'M8 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM2 20a6 6 0 0 1 12 0M16 4a3.5 3.5 0 0 1 0 7M17 14.5a6 6 0 0 1 5 5.5'
