/** Short sounds, synthesised in the browser and played only if the user has switched them on. */
import { settings } from '../state/settings.svelte';

let stage: AudioContext | null = null;

function ready(): AudioContext | null {
  if (!settings.sound) return null;
  stage ??= new AudioContext();
  if (stage.state === 'suspended') void stage.resume();
  return stage;
}

/** Play a struck tone: a sine wave and its fifth, fading out. */
function tone(pitch: number, length: number, loud: number, wave: OscillatorType = 'sine', wait = 0): void {
  const on = ready();
  if (!on) return;
  const start = on.currentTime + wait;
  const gain = on.createGain();
  gain.gain.setValueAtTime(0, start);
  gain.gain.linearRampToValueAtTime(loud, start + 0.012);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + length);
  gain.connect(on.destination);
  for (const [times, share] of [
    [1, 1],
    [1.5, 0.3],
  ]) {
    const voice = on.createOscillator();
    const part = on.createGain();
    part.gain.value = share;
    voice.type = wave;
    voice.frequency.value = pitch * times;
    voice.connect(part).connect(gain);
    voice.start(start);
    voice.stop(start + length);
  }
}

/** Play filtered noise: a breath, a tap, a card. */
function rustle(low: number, length: number, loud: number, wait = 0): void {
  const on = ready();
  if (!on) return;
  const frames = Math.ceil(on.sampleRate * length);
  const buffer = on.createBuffer(1, frames, on.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < frames; i++) samples[i] = (Math.random() * 2 - 1) * (1 - i / frames) ** 2;
  const source = on.createBufferSource();
  const filter = on.createBiquadFilter();
  const gain = on.createGain();
  source.buffer = buffer;
  filter.type = 'bandpass';
  filter.frequency.value = low;
  gain.gain.value = loud;
  source.connect(filter).connect(gain).connect(on.destination);
  source.start(on.currentTime + wait);
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
