/** Short sounds, synthesised in the browser and played only if the user has switched them on. */
import { settings } from '../state/settings.svelte';

let context: AudioContext | null = null;

/** Return the audio context, created on first use; null if sounds are switched off. */
function audioContext(): AudioContext | null {
  if (!settings.sound) return null;
  context ??= new AudioContext();
  if (context.state === 'suspended') void context.resume();
  return context;
}

/** How long a tone takes to reach its full volume, in seconds. */
const ATTACK = 0.012;
/** The volume at the end of a tone. An exponential ramp cannot reach 0. */
const SILENCE = 0.0001;
/** The parts of a tone: the frequency and volume of each, relative to the whole. The second is a fifth higher. */
const PARTIALS = [
  { ratio: 1, share: 1 },
  { ratio: 1.5, share: 0.3 },
];

/** Play a tone that fades out like a struck bell. `pitch` is in hertz; `length` and `wait` are in seconds. */
function tone(pitch: number, length: number, volume: number, wave: OscillatorType = 'sine', wait = 0): void {
  const audio = audioContext();
  if (!audio) return;
  const start = audio.currentTime + wait;
  const gain = audio.createGain();
  gain.gain.setValueAtTime(0, start);
  gain.gain.linearRampToValueAtTime(volume, start + ATTACK);
  gain.gain.exponentialRampToValueAtTime(SILENCE, start + length);
  gain.connect(audio.destination);
  for (const { ratio, share } of PARTIALS) {
    const oscillator = audio.createOscillator();
    const partialGain = audio.createGain();
    partialGain.gain.value = share;
    oscillator.type = wave;
    oscillator.frequency.value = pitch * ratio;
    oscillator.connect(partialGain).connect(gain);
    oscillator.start(start);
    oscillator.stop(start + length);
  }
}

/** Play noise that fades out, such as a breath, a tap or a card. `pitch` is the loudest frequency in hertz. */
function noise(pitch: number, length: number, volume: number, wait = 0): void {
  const audio = audioContext();
  if (!audio) return;
  const frames = Math.ceil(audio.sampleRate * length);
  const buffer = audio.createBuffer(1, frames, audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let frame = 0; frame < frames; frame++) {
    const fade = (1 - frame / frames) ** 2;
    samples[frame] = (Math.random() * 2 - 1) * fade;
  }
  const source = audio.createBufferSource();
  const filter = audio.createBiquadFilter();
  const gain = audio.createGain();
  source.buffer = buffer;
  filter.type = 'bandpass';
  filter.frequency.value = pitch;
  gain.gain.value = volume;
  source.connect(filter).connect(gain).connect(audio.destination);
  source.start(audio.currentTime + wait);
}

export const sound = {
  /** A tile or a stone is put down. */
  wood: (wait = 0) => noise(420, 0.09, 0.5, wait),
  /** A token is put down. */
  glass: () => tone(1250, 0.12, 0.05, 'triangle'),
  /** A card moves. */
  paper: () => noise(2600, 0.16, 0.12),
  /** A spell is cast; the higher its number, the higher the tone, by an octave per five numbers. */
  spell: (spell: number) => tone(92 * 2 ** (spell / 5), 0.38, 0.09),
  /** A life is lost. */
  breath: (wait = 0) => noise(700, 0.32, 0.2, wait),
  /** A die rolls. */
  die: () => [0, 0.12, 0.22, 0.3].forEach((wait) => noise(900, 0.06, 0.35, wait)),
  /** The viewer's turn begins. */
  turn: () => {
    tone(660, 0.3, 0.06);
    tone(880, 0.38, 0.05, 'sine', 0.11);
  },
};
