export type Sound = 'roll' | 'turn' | 'ping' | 'waiting'

/** Notes as frequency (Hz), start and length (s). */
const NOTES: Record<Sound, readonly (readonly [number, number, number])[]> = {
  roll: [
    [220, 0, 0.05],
    [180, 0.07, 0.05],
    [260, 0.14, 0.06],
    [200, 0.22, 0.08],
  ],
  turn: [
    [523, 0, 0.18],
    [784, 0.16, 0.3],
  ],
  ping: [[880, 0, 0.25]],
  waiting: [
    [392, 0, 0.12],
    [392, 0.2, 0.12],
  ],
}
const LOUDNESS = 0.12
const KEPT = 'sightline-muted'

/** Short sounds for events at the table. Each browser remembers whether it is muted. */
class Sounds {
  #muted = $state(read())
  #context: AudioContext | null = null

  get muted(): boolean {
    return this.#muted
  }

  set muted(muted: boolean) {
    this.#muted = muted
    try {
      localStorage.setItem(KEPT, muted ? 'yes' : 'no')
    } catch {
      // Without storage, the choice holds until the page closes.
    }
  }

  play(sound: Sound): void {
    // Browsers block sound before the first click or key, and log a warning.
    if (this.#muted || !navigator.userActivation?.hasBeenActive || typeof AudioContext === 'undefined') return
    const context = (this.#context ??= new AudioContext())
    void context.resume()
    for (const [frequency, start, length] of NOTES[sound]) note(context, frequency, context.currentTime + start, length)
  }
}

function note(context: AudioContext, frequency: number, start: number, length: number): void {
  const tone = context.createOscillator()
  const volume = context.createGain()
  tone.type = 'triangle'
  tone.frequency.value = frequency
  volume.gain.setValueAtTime(LOUDNESS, start)
  volume.gain.exponentialRampToValueAtTime(0.001, start + length)
  tone.connect(volume).connect(context.destination)
  tone.start(start)
  tone.stop(start + length)
}

function read(): boolean {
  try {
    return localStorage.getItem(KEPT) === 'yes'
  } catch {
    return false
  }
}

export const sounds = new Sounds()
