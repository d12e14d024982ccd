/**
 * Has the server drawn this name for a guest, such as `Merry Otter 482`? Then we may ask for a
 * better one.
 */
export function isGuestName(name: string): boolean {
  return /^[A-Z][a-z]+ [A-Z][a-z]+ \d{1,7}$/.test(name)
}
