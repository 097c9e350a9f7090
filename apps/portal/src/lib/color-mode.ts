import type { colorModes } from '@vigil/contract/registry.values';
import { createStore } from './store.ts';

export type ColorMode = Lowercase<(typeof colorModes)[number]>;

/** Read by public/color-mode.js before the first paint, which is why the bare word is kept. */
const key = 'vigil.colorMode';

/** The mode on screen. public/color-mode.js has set it from what was kept, or else from the system's preference. */
export const colorMode = createStore<ColorMode>(document.documentElement.dataset.mode === 'dark' ? 'dark' : 'light');

addEventListener('storage', ({ key: changed, newValue }) => {
  if (changed === key && (newValue === 'light' || newValue === 'dark')) show(newValue);
});

/** Where nobody has chosen, the open page follows the system, which may change at dusk. */
export function followSystemColorMode(): void {
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', ({ matches }) => {
    if (!kept()) show(matches ? 'dark' : 'light');
  });
}

function kept(): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

// Paper is white: what is printed in the dark mode would be pale on it.
addEventListener('beforeprint', () => {
  document.documentElement.dataset.mode = 'light';
});
addEventListener('afterprint', () => {
  document.documentElement.dataset.mode = colorMode.get();
});

function show(mode: ColorMode): void {
  document.documentElement.dataset.mode = mode;
  colorMode.set(mode);
}

/** Chooses the mode, in every tab. */
export function setColorMode(mode: ColorMode): void {
  try {
    localStorage.setItem(key, mode);
  } catch {
    // Storage is closed to this page: the mode holds until the tab closes.
  }
  show(mode);
}
