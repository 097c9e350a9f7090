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
