/** Short sounds, synthesised in the browser and played only if the user has switched them on. */
import { settings } from '../state/settings.svelte';

let context: AudioContext | null = null;

function audioContext(): AudioContext | null {
  if (!settings.sound) return null;
  context ??= new AudioContext();
  if (context.state === 'suspended') void context.resume();
  return context;
}

/** Play a struck tone: a sine wave and its fifth, fading out. */
function tone(pitch: number, length: number, volume: number, wave: OscillatorType = 'sine', wait = 0): void {
  const audio = audioContext();
  if (!audio) return;
  const start = audio.currentTime + wait;
  const gain = audio.createGain();
  gain.gain.setValueAtTime(0, start);
  gain.gain.linearRampToValueAtTime(volume, start + 0.012);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + length);
  gain.connect(audio.destination);
  for (const [times, share] of [
    [1, 1],
    [1.5, 0.3],
  ]) {
    const voice = audio.createOscillator();
    const part = audio.createGain();
    part.gain.value = share;
    voice.type = wave;
    voice.frequency.value = pitch * times;
    voice.connect(part).connect(gain);
    voice.start(start);
    voice.stop(start + length);
  }
}

/** Play filtered noise: a breath, a tap, a card. */
function rustle(low: number, length: number, volume: number, wait = 0): void {
  const audio = audioContext();
  if (!audio) return;
  const frames = Math.ceil(audio.sampleRate * length);
  const buffer = audio.createBuffer(1, frames, audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < frames; i++) samples[i] = (Math.random() * 2 - 1) * (1 - i / frames) ** 2;
  const source = audio.createBufferSource();
  const filter = audio.createBiquadFilter();
  const gain = audio.createGain();
  source.buffer = buffer;
  filter.type = 'bandpass';
  filter.frequency.value = low;
  gain.gain.value = volume;
  source.connect(filter).connect(gain).connect(audio.destination);
  source.start(audio.currentTime + wait);
}

export const sound = {
  /** A tile or a stone is put down. */
  wood: (wait = 0) => rustle(420, 0.09, 0.5, wait),
  /** A token is put down. */
  glass: () => tone(1250, 0.12, 0.05, 'triangle'),
  /** A card moves. */
  paper: () => rustle(2600, 0.16, 0.12),
  /** A spell by its number; 1 is the lowest tone. */
  spell: (n: number) => tone(92 * 2 ** (n / 5), 0.38, 0.09),
  /** A life is lost. */
  breath: (wait = 0) => rustle(700, 0.32, 0.2, wait),
  /** A die rolls. */
  die: () => [0, 0.12, 0.22, 0.3].forEach((wait) => rustle(900, 0.06, 0.35, wait)),
  /** The viewer's turn begins. */
  turn: () => {
    tone(660, 0.3, 0.06);
    tone(880, 0.38, 0.05, 'sine', 0.11);
  },
};
