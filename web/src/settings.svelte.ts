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

const KEY = 'agon/settings';
const DEFAULTS: Settings = { language: 'system', theme: 'system', sound: true, tempo: 220, labels: true, marks: true, turning: false, evalbar: 'analysis' };

function stored(): Partial<Settings> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Settings>;
  } catch {
    return {};
  }
}

export const settings: Settings = $state({ ...DEFAULTS, ...stored() });

/** Applies the settings to the page and keeps them, now and whenever they change. */
export function watchSettings() {
  $effect(() => {
    localStorage.setItem(KEY, JSON.stringify(settings));
    const root = document.documentElement;
    if (settings.theme === 'system') delete root.dataset['theme'];
    else root.dataset['theme'] = settings.theme;
    root.style.setProperty('--tempo', settings.tempo < 70 ? '0ms' : `${settings.tempo}ms`);
  });
}
