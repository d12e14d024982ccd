import type { Engine } from '@hokito/engine'

/** Loads the engine of this browser and starts it. */
export async function startEngine(): Promise<Engine> {
  const { startEngine } = await import('@hokito/engine/browser')
  return startEngine()
}
