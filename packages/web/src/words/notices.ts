/** Keys of what notifications say. */
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

/** The words of notifications as the service worker has them, which puts names and dates in. */
export function noticeWords(t: (key: string) => string): Record<string, string> {
  return Object.fromEntries(NOTICES.map((notice) => [notice, t(`push.notices.${notice}`)] as const))
}
