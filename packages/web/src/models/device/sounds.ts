import type { SettingsModel } from './settings.ts'
import type { SoundName } from './synth.ts'

export interface Sounds {
  /**
   * Plays a sound at the volume of the settings; does nothing if the browser cannot or may not play
   * sound.
   */
  play(name: SoundName): void
}

/** Sounds synthesised from tones and noise on demand, so that there is nothing to download. */
export function createSounds({ settings }: SettingsModel): Sounds {
  let context: AudioContext | undefined
  return {
    play: (name) => {
      const { volume } = settings.peek()
      if (volume === 0 || typeof AudioContext === 'undefined') return
      context ??= new AudioContext()
      // Browsers keep a page silent until the user has pressed something on it.
      if (context.state === 'suspended') void context.resume()
      void sound(context, name, volume)
    },
  }
}

// --- internal ---

/** The first sound loads the code that makes sounds. */
async function sound(context: AudioContext, name: SoundName, volume: number): Promise<void> {
  try {
    const { synthesise } = await import('./synth.ts')
    synthesise(context, name, volume)
  } catch (error) {
    // The game continues without sounds.
    reportError(error)
  }
}
