import { isNumber, isObject } from './game/check';
import * as local from './storage/local';

/** What a person has set, remembered in the browser. */
export interface Settings {
  /** One of those there are, or `system` for what the browser asks for. */
  language: string;
  theme: 'system' | 'light' | 'dark';
  sound: boolean;
  /** Milliseconds a move takes on the board; below 70 it does not move at all. */
  tempo: number;
  labels: boolean;
  /** Facts about the position are drawn on the board. */
  marks: boolean;
  /** With two people at one device, the board turns to whoever is to move. */
  turning: boolean;
  /** Where winning chances are shown beside the board. */
  evalbar: 'never' | 'analysis' | 'always';
}
/** As they are kept: with the time of the last change, in milliseconds. */
export type KeptSettings = Partial<Settings> & { when?: number };

const KEY = 'agon/settings';
const DEFAULTS: Settings = { language: 'system', theme: 'system', sound: true, tempo: 220, labels: true, marks: true, turning: false, evalbar: 'analysis' };
const WORDS: Partial<Record<keyof Settings, string[]>> = { theme: ['system', 'light', 'dark'], evalbar: ['never', 'analysis', 'always'] };

/** The settings among any data; what makes no sense is left out. */
export function soundSettings(value: unknown): KeptSettings {
  if (!isObject(value)) return {};
  const names = Object.keys(DEFAULTS) as (keyof Settings)[];
  const sound = names.filter((name) => typeof value[name] === typeof DEFAULTS[name] && (WORDS[name]?.includes(value[name] as string) ?? true));
  return { ...Object.fromEntries(sound.map((name) => [name, value[name]])), ...(isNumber(value['when']) ? { when: value['when'] } : {}) };
}

/** The settings that are kept. An entry with anything else in their place is set aside, and what it has of them stays. */
export function keptSettings(): KeptSettings {
  const raw = local.read(KEY);
  const entry = local.readData(KEY, isObject);
  const sound = soundSettings(entry);
  const odd = entry && (Object.keys(DEFAULTS) as (keyof Settings)[]).some((name) => name in entry && !(name in sound));
  if (raw !== null && odd) {
    local.setAside(KEY, raw);
    local.write(KEY, JSON.stringify(sound));
  }
  return sound;
}

const { when: _, ...stored } = keptSettings();
export const settings: Settings = $state({ ...DEFAULTS, ...stored });

/** Takes over settings from elsewhere. */
export function adopt({ when: _, ...sound }: KeptSettings) {
  Object.assign(settings, sound);
}

/** Applies the settings to the page and keeps them, now and whenever they change; what another tab sets is set here too. */
export function watchSettings() {
  local.onOthers(KEY, () => adopt(keptSettings()));
  $effect(() => {
    const now = $state.snapshot(settings);
    const { when: _, ...before } = keptSettings();
    if (JSON.stringify({ ...DEFAULTS, ...before }) !== JSON.stringify(now)) local.write(KEY, JSON.stringify({ ...now, when: Date.now() }), 'settings');
    const root = document.documentElement;
    if (now.theme === 'system') delete root.dataset['theme'];
    else root.dataset['theme'] = now.theme;
    root.style.setProperty('--tempo', now.tempo < 70 ? '0ms' : `${now.tempo}ms`);
  });
}
