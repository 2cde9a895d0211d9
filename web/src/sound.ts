import { settings } from './settings.svelte';

let context: AudioContext | null = null;

/** A knock on wood: a short burst of filtered noise. */
function knock(pitch: number, loud: number, after = 0) {
  if (!settings.sound || !navigator.userActivation?.hasBeenActive) return;
  context ??= new AudioContext();
  const start = context.currentTime + after;
  const noise = context.createBufferSource();
  const buffer = context.createBuffer(1, context.sampleRate * 0.08, context.sampleRate);
  const data = buffer.getChannelData(0);
  for (let i = 0; i < data.length; i++) data[i] = (Math.random() * 2 - 1) * (1 - i / data.length) ** 6;
  noise.buffer = buffer;
  const filter = new BiquadFilterNode(context, { type: 'bandpass', frequency: pitch, Q: 2.5 });
  noise.connect(filter).connect(new GainNode(context, { gain: loud })).connect(context.destination);
  noise.start(start);
}

/** A soft tone. */
function tone(pitch: number, after: number) {
  if (!settings.sound || !context) return;
  const start = context.currentTime + after;
  const gain = new GainNode(context, { gain: 0 });
  gain.gain.setValueAtTime(0.12, start);
  gain.gain.exponentialRampToValueAtTime(0.001, start + 0.7);
  const voice = new OscillatorNode(context, { type: 'sine', frequency: pitch });
  voice.connect(gain).connect(context.destination);
  voice.start(start);
  voice.stop(start + 0.7);
}

/** The few sounds of the board. */
export const sounds = {
  move: () => knock(900, 0.9),
  capture: () => {
    knock(700, 0.9);
    knock(1400, 0.7, 0.09);
  },
  low: () => knock(1800, 0.4),
  end: () => {
    knock(700, 0.9);
    tone(392, 0.12);
    tone(587, 0.3);
  },
};
