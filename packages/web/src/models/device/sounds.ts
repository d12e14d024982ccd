import type { SettingsModel } from './settings.ts'
import type { SoundName } from './synth.ts'

export interface Sounds {
  /** Plays a sound at the volume of the settings; nothing where the browser cannot or must not sound. */
  play(name: SoundName): void
}

/** Sounds made of tones and noise as they are wanted, so that there is nothing to download. */
export function createSounds({ settings }: SettingsModel): Sounds {
  let context: AudioContext | undefined
  return {
    play: (name) => {
      const { volume } = settings.peek()
      if (volume === 0 || typeof AudioContext === 'undefined') return
      context ??= new AudioContext()
      // Browsers keep a page silent until somebody has pressed something on it.
      if (context.state === 'suspended') void context.resume()
      void sound(context, name, volume)
    },
  }
}

// --- internal ---

/** What makes the sounds is loaded with the first one. */
async function sound(context: AudioContext, name: SoundName, volume: number): Promise<void> {
  try {
    const { synthesise } = await import('./synth.ts')
    synthesise(context, name, volume)
  } catch (error) {
    // The game goes on without sounds.
    reportError(error)
  }
}
