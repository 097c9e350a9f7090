const tries = 5;
const waitMs = 1000;

/**
 * Loads a part of the portal, trying up to 5 times 1000 ms apart: a deployment or a lost connection must not leave an empty screen.
 * Rejects with the last error.
 */
export async function loadWithRetries<T>(load: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await load();
    } catch (reason) {
      if (attempt >= tries) throw reason;
      await new Promise((resolve) => setTimeout(resolve, waitMs));
    }
  }
}

/** How long the server may take to show that it is there. */
const answerMs = 5000;

/**
 * As `loadWithRetries`, for a part of a page that is open: it fails only once the server answers again. An import that fails
 * has the router load the whole page again, as after a deployment, and browsers that remember a failed import need it too;
 * without a server that ends on the browser's own error page, and whatever was on screen is gone.
 */
export async function loadOnceReachable<T>(load: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await loadWithRetries(load);
    } catch (reason) {
      if (await serverAnswers()) throw reason;
    }
  }
}

async function serverAnswers(): Promise<boolean> {
  try {
    await fetch('/color-mode.js', { cache: 'no-store', signal: AbortSignal.timeout(answerMs) });
    return true;
  } catch {
    return false;
  }
}
