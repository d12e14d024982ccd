/** Drawings of the menu, and of pages without a board. */
export const BOOK = 'M4 5c3-1.5 6-1 8 1 2-2 5-2.5 8-1v14c-3-1.5-6-1-8 1-2-2-5-2.5-8-1ZM12 6v14'
export const GLOBE =
  'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM3 12h18M12 3c5 5.5 5 12.5 0 18c-5-5.5-5-12.5 0-18'
export const PAIR =
  'M8 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM2 20a6 6 0 0 1 12 0M16 4a3.5 3.5 0 0 1 0 7M17 14.5a6 6 0 0 1 5 5.5'
export const EYE =
  'M2 12c3-5 6-7 10-7s7 2 10 7c-3 5-6 7-10 7s-7-2-10-7ZM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6Z'
export const PERSON = 'M12 12a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9ZM3.5 21.5a8.5 8.5 0 0 1 17 0'
export const CALENDAR = 'M5 6h14v14H5ZM5 10h14M9 3v5M15 3v5M9 14h2M13 14h2M9 17h2'
