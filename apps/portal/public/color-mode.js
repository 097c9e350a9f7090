// Runs before the first paint, so that nobody who chose dark is shown a white page first. The choice is kept by lib/color-mode.ts.
(() => {
  let chosen = null;
  try {
    chosen = localStorage.getItem('vigil.colorMode');
  } catch {
    // Storage is closed to this page; the system's preference holds.
  }
  const dark = chosen ? chosen === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
  document.documentElement.dataset.mode = dark ? 'dark' : 'light';
})();
