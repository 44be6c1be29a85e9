/** Short sounds, synthesised in the browser. They are played only if the user has switched them on. */
import { settings } from '../state/settings.svelte';

let context: AudioContext | null = null;

/** Return the audio context, created on first use; null if sounds are switched off. */
function audioContext(): AudioContext | null {
  if (!settings.sound) return null;
  context ??= new AudioContext();
  if (context.state === 'suspended') void context.resume();
  return context;
}

/** The properties of a sound. */
interface SoundOptions {
  pitch: number; // the frequency in hertz; for noise, the loudest frequency
  length: number; // in seconds
  volume: number; // from 0 to 1
  wait?: number; // the time before the sound starts, in seconds
}

/** The time in seconds that a tone takes to reach its full volume. */
const ATTACK_TIME = 0.012;
/** The volume at the end of a tone. It is not 0, because an exponential ramp cannot reach 0. */
const SILENCE = 0.0001;
/** The oscillators that make up a tone, with their frequency and volume relative to the tone. */
const PARTIALS = [
  { frequencyRatio: 1, volumeRatio: 1 },
  { frequencyRatio: 1.5, volumeRatio: 0.3 },
];

/** Play a tone that fades out like that of a bell. */
function playTone({ pitch, length, volume, wait = 0 }: SoundOptions, wave: OscillatorType = 'sine'): void {
  const audio = audioContext();
  if (!audio) return;
  const start = audio.currentTime + wait;
  const gain = audio.createGain();
  gain.gain.setValueAtTime(0, start);
  gain.gain.linearRampToValueAtTime(volume, start + ATTACK_TIME);
  gain.gain.exponentialRampToValueAtTime(SILENCE, start + length);
  gain.connect(audio.destination);
  for (const { frequencyRatio, volumeRatio } of PARTIALS) {
    const oscillator = audio.createOscillator();
    const partialGain = audio.createGain();
    partialGain.gain.value = volumeRatio;
    oscillator.type = wave;
    oscillator.frequency.value = pitch * frequencyRatio;
    oscillator.connect(partialGain).connect(gain);
    oscillator.start(start);
    oscillator.stop(start + length);
  }
}

/** Play noise that fades out, like the sound of a breath, a tap or a card. */
function playNoise({ pitch, length, volume, wait = 0 }: SoundOptions): void {
  const audio = audioContext();
  if (!audio) return;
  const sampleCount = Math.ceil(audio.sampleRate * length);
  const buffer = audio.createBuffer(1, sampleCount, audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let index = 0; index < sampleCount; index++) {
    const fade = (1 - index / sampleCount) ** 2;
    samples[index] = (Math.random() * 2 - 1) * fade;
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

/** The pitch in hertz below that of spell 1. The pitch rises with the number of a spell. */
const SPELL_BASE_PITCH = 92;
const SPELLS_PER_OCTAVE = 5;
/** The times in seconds at which a rolling die hits the table. */
const DIE_HITS = [0, 0.12, 0.22, 0.3];

/** The functions that play the sound of an event. */
export const sound = {
  /** A tile or a stone is put down. */
  wood: (wait = 0) => playNoise({ pitch: 420, length: 0.09, volume: 0.5, wait }),
  /** A token is put down. */
  glass: () => playTone({ pitch: 1250, length: 0.12, volume: 0.05 }, 'triangle'),
  /** A card moves. */
  paper: () => playNoise({ pitch: 2600, length: 0.16, volume: 0.12 }),
  /** The spell with a number is cast. */
  spell: (spell: number) =>
    playTone({ pitch: SPELL_BASE_PITCH * 2 ** (spell / SPELLS_PER_OCTAVE), length: 0.38, volume: 0.09 }),
  /** A player loses a life. */
  breath: (wait = 0) => playNoise({ pitch: 700, length: 0.32, volume: 0.2, wait }),
  /** A die rolls. */
  die: () => DIE_HITS.forEach((wait) => playNoise({ pitch: 900, length: 0.06, volume: 0.35, wait })),
  /** The viewer's turn begins. */
  turn: () => {
    playTone({ pitch: 660, length: 0.3, volume: 0.06 });
    playTone({ pitch: 880, length: 0.38, volume: 0.05, wait: 0.11 });
  },
};
