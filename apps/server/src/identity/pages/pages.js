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

addEventListener('DOMContentLoaded', () => {
  for (const button of document.querySelectorAll('.show')) {
    const [input, status] = [button.parentElement.querySelector('input'), button.parentElement.querySelector('[role="status"]')];
    const { hide, hideLabel, shown, hidden } = button.dataset;
    const [show, showLabel] = [button.textContent, button.getAttribute('aria-label')];
    const setShown = (isShown) => {
      input.type = isShown ? 'text' : 'password';
      button.textContent = isShown ? hide : show;
      button.setAttribute('aria-label', isShown ? hideLabel : showLabel);
    };
    button.addEventListener('click', () => {
      setShown(input.type === 'password');
      status.textContent = input.type === 'text' ? shown : hidden;
    });
    // What was sent as text some browsers offer to the next person who types.
    input.form?.addEventListener('submit', () => setShown(false));
    button.hidden = false;
  }
});

/** A page that was not answered for so long may be sent again. Milliseconds. */
const answerWithinMs = 15_000;
let sentAt = Number.NEGATIVE_INFINITY;

addEventListener('submit', (event) => {
  const offline = document.querySelector('#offline');
  if (!navigator.onLine && offline) {
    // The browser's own error page would take what was typed along.
    event.preventDefault();
    offline.hidden = false;
    event.target.prepend(offline);
    return;
  }
  // On a slow line somebody presses twice; the second answer would be that the link is used.
  if (performance.now() - sentAt < answerWithinMs) return event.preventDefault();
  sentAt = performance.now();
  event.submitter?.setAttribute('aria-busy', 'true');
});
addEventListener('online', () => {
  const offline = document.querySelector('#offline');
  if (offline) offline.hidden = true;
});
addEventListener('pageshow', () => {
  sentAt = Number.NEGATIVE_INFINITY;
  for (const button of document.querySelectorAll('[aria-busy]')) button.removeAttribute('aria-busy');
});
