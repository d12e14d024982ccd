/** Keys of the texts of notifications. */
const NOTICES = [
  'turn',
  'begun',
  'challenge',
  'break',
  'back',
  'last',
  'moveBy',
  'until',
  'play',
  'answer',
  'news',
] as const

/** The texts of notifications for the service worker, which inserts names and dates. */
export function noticeWords(t: (key: string) => string): Record<string, string> {
  return Object.fromEntries(NOTICES.map((notice) => [notice, t(`push.notices.${notice}`)] as const))
}
