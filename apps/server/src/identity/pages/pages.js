// Runs before the first paint. Everything on these pages works without it.
try {
  const mode = localStorage.getItem('vigil.colorMode');
  if (mode === 'dark' || mode === 'light') document.documentElement.dataset.mode = mode;
} catch {
  // Storage is closed to this page: the system's preference holds.
}
addEventListener('DOMContentLoaded', () => {
  // Only forms that the server marked: signing out was asked for with proof, so nobody has to confirm it.
  document.querySelector('form[data-submit="at-once"]')?.submit();
  // Days are counted in the person's own zone; without it the tenant's administrators say which.
  const zone = document.querySelector('input[name="zone"]');
  if (zone) zone.value = Intl.DateTimeFormat().resolvedOptions().timeZone ?? '';
});
