/**
 * Can a computer opponent run in this browser? It needs WebAssembly and workers; shared memory only
 * makes it faster.
 */
export function canRunComputer(
  browser: Readonly<Partial<Pick<typeof globalThis, 'WebAssembly' | 'Worker'>>>,
): boolean {
  return browser.WebAssembly !== undefined && browser.Worker !== undefined
}
