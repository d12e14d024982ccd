/**
 * The sounds: the player's own move, the opponent's, a press that did nothing, the end, a call to a
 * game.
 */
export type SoundName = 'own' | 'other' | 'refused' | 'end' | 'call'

/** Plays a sound of tones and noise, synthesised on demand. `volume` is 0 to 100. */
export function synthesise(context: AudioContext, name: SoundName, volume: number): void {
  const loudness = new GainNode(context, { gain: (volume / 100) ** 2 })
  loudness.connect(context.destination)
  for (const note of NOTES[name]) sound(context, loudness, note)
}

// --- internal ---

/** One stroke: a tone that fades, with a breath of noise at its start like that of wood. */
interface Note {
  /** Seconds after the start of the sound. */
  readonly at: number
  readonly hertz: number
  /** Seconds until it is silent. */
  readonly lasts: number
  readonly gain: number
  readonly noise: number
}

const NOTES: { readonly [S in SoundName]: readonly Note[] } = {
  own: [{ at: 0, hertz: 330, lasts: 0.12, gain: 0.5, noise: 0.6 }],
  other: [{ at: 0, hertz: 220, lasts: 0.14, gain: 0.5, noise: 0.6 }],
  refused: [
    { at: 0, hertz: 150, lasts: 0.09, gain: 0.35, noise: 0.1 },
    { at: 0.1, hertz: 130, lasts: 0.12, gain: 0.35, noise: 0.1 },
  ],
  call: [
    { at: 0, hertz: 523, lasts: 0.25, gain: 0.35, noise: 0.1 },
    { at: 0.18, hertz: 698, lasts: 0.5, gain: 0.35, noise: 0.1 },
  ],
  end: [
    { at: 0, hertz: 392, lasts: 0.35, gain: 0.3, noise: 0.1 },
    { at: 0.14, hertz: 494, lasts: 0.35, gain: 0.3, noise: 0.1 },
    { at: 0.28, hertz: 587, lasts: 0.6, gain: 0.3, noise: 0.1 },
  ],
}

const NOISE_SECONDS = 0.04
const SILENT = 0.0001

function sound(context: AudioContext, target: AudioNode, note: Note): void {
  const start = context.currentTime + note.at
  const tone = new OscillatorNode(context, { type: 'triangle', frequency: note.hertz })
  tone.connect(fading(context, target, start, note.gain, note.lasts))
  tone.start(start)
  tone.stop(start + note.lasts)
  const noise = new AudioBufferSourceNode(context, { buffer: noiseOf(context) })
  const wood = new BiquadFilterNode(context, {
    type: 'bandpass',
    frequency: note.hertz * 4,
    Q: 1.2,
  })
  noise.connect(wood).connect(fading(context, target, start, note.noise, NOISE_SECONDS))
  noise.start(start)
}

/** A gain that falls from `gain` to silence. */
function fading(
  context: AudioContext,
  target: AudioNode,
  start: number,
  gain: number,
  lasts: number,
): GainNode {
  const node = new GainNode(context, { gain: 0 })
  node.gain.setValueAtTime(gain, start)
  node.gain.exponentialRampToValueAtTime(SILENT, start + lasts)
  node.connect(target)
  return node
}

function noiseOf(context: AudioContext): AudioBuffer {
  const length = Math.ceil(context.sampleRate * NOISE_SECONDS)
  const buffer = context.createBuffer(1, length, context.sampleRate)
  const samples = buffer.getChannelData(0)
  for (let n = 0; n < length; n++) samples[n] = Math.random() * 2 - 1
  return buffer
}
