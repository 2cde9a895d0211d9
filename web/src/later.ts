// What a first board does not need: each is loaded when it is first shown.

/** Pages, by their tabs. */
export const later = {
  rules: () => import('./pages/Rules.svelte'),
  learn: () => import('./pages/Learn.svelte'),
  puzzles: () => import('./pages/Puzzles.svelte'),
  edit: () => import('./pages/Edit.svelte'),
  explore: () => import('./pages/Explore.svelte'),
};

/** The person's record, which belongs to no game. */
export const record = () => import('./pages/Record.svelte');

/** What the panel shows in place of the moves. */
export const drawers = () => import('./parts/Drawers.svelte');

/** The settings, where there are no drawers. */
export const settingsPanel = () => import('./parts/SettingsPanel.svelte');
