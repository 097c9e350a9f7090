import { configurator } from '@vigil/contract';
import { addressOf } from '@vigil/contract/client';
import { globalFile } from '@vigil/contract/configurator.values';
import { configuration, reloadConfiguration } from './configuration.ts';
import { session } from './session/session.ts';

/** Milliseconds until the next question where the server has not said when to ask. */
const usualMs = 5_000;

/**
 * Asks every few seconds whether the settings have changed, and reads the configuration anew once they have, so that an open
 * page follows them: banner, idle time, flags. It rests while the page is hidden and asks at once when it is seen again. A
 * question that fails is simply asked again later. Returns how to stop.
 */
export function followConfiguration(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let asking = false;
  let over = false;

  async function ask(): Promise<void> {
    clearTimeout(timer);
    if (over || asking || document.hidden) return;
    asking = true;
    const waitMs = await refresh().catch(() => usualMs);
    asking = false;
    if (!over) timer = setTimeout(ask, waitMs);
  }
  const onVisibility = () => void ask();

  document.addEventListener('visibilitychange', onVisibility);
  timer = setTimeout(ask, usualMs);
  return () => {
    over = true;
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', onVisibility);
  };
}

/** Answers when to ask again, in milliseconds. */
async function refresh(): Promise<number> {
  const held = configuration.get();
  if (!held) return usualMs;
  const answer = await fetch(addressOf(configurator.getRevision, { query: { file_name: held.app.tenant ?? globalFile } }), {
    headers: { accept: 'application/json' },
    cache: 'no-store',
  });
  if (!answer.ok) return usualMs;
  const { revision, askAgainAfterMs } = (await answer.json()) as { readonly revision: string; readonly askAgainAfterMs: number };
  if (revision !== held.revision) {
    const read = await reloadConfiguration(session.get()?.tenant.tenant_ID ?? null);
    // Another tenant may have been chosen meanwhile: then its configuration has just been read.
    if (configuration.get() === held) configuration.set(read);
  }
  return askAgainAfterMs;
}
