import type { Bus } from '#platform/bus.ts';
import { failureReason } from '#platform/failure-reason.ts';
import type { Log } from '#platform/log.ts';
import type { GapsStore } from './gaps.store.ts';

export interface HeardDeps {
  readonly bus: Pick<Bus, 'subscribe'>;
  readonly gaps: Pick<GapsStore, 'hearOf' | 'lookAgain'>;
  /** Called when somebody was made due. */
  readonly wake: () => void;
  readonly log: Pick<Log, 'warn'>;
}

/** What is heard within this time is one statement a tenant. Milliseconds. */
const gatherMs = 1_000;

/** Members of whom something was heard, or whose accounts have changed, are looked at soon. Answers what ends it. */
export function followWhatIsHeard({ bus, gaps, wake, log }: HeardDeps): () => Promise<void> {
  const heard = new Map<string, Set<string>>();
  const changed = new Map<string, Set<string>>();
  let timer: NodeJS.Timeout | undefined;
  let flushing: Promise<void> = Promise.resolve();

  const note = (into: Map<string, Set<string>>, tenantId: string, userId: string) => {
    const known = into.get(tenantId);
    if (known) known.add(userId);
    else into.set(tenantId, new Set([userId]));
    timer ??= setTimeout(flush, gatherMs).unref();
  };
  function flush(): void {
    timer = undefined;
    const [ofSyncs, ofAccounts] = [taken(heard), taken(changed)];
    flushing = flushing
      .then(async () => {
        let isAnyDue = ofAccounts.length > 0;
        for (const [tenantId, userIds] of ofAccounts) await gaps.lookAgain(tenantId, userIds);
        for (const [tenantId, userIds] of ofSyncs) isAnyDue = (await gaps.hearOf(tenantId, userIds)) || isAnyDue;
        if (isAnyDue) wake();
      })
      // Whoever was not made due is looked at within the hour.
      .catch((error: unknown) => log.warn({ reason: failureReason(error) }, 'gaps that may have ended are looked for later'));
  }
  const endings = [
    bus.subscribe('latest.stored', ({ tenantId, userId }) => note(heard, tenantId, userId)),
    bus.subscribe('user.changed', ({ tenantId, userId }) => note(changed, tenantId, userId)),
  ];
  return async () => {
    for (const end of endings) end();
    clearTimeout(timer);
    await flushing;
  };
}

/** In one order everywhere, so that two servers never wait for each other in a circle. */
function taken(members: Map<string, Set<string>>): (readonly [string, string[]])[] {
  const all = [...members].map(([tenantId, userIds]) => [tenantId, [...userIds].sort()] as const);
  members.clear();
  return all;
}
