/** What modules tell each other without knowing each other. Payloads hold ids and times, never values of a member. */
export interface BusEvents {
  /** Ticks of a member are durably stored. Times in milliseconds, both inclusive. */
  'ticks.committed': {
    readonly tenantId: string;
    readonly userId: string;
    readonly metrics: readonly string[];
    readonly fromMs: number;
    readonly toMs: number;
    /** Of each metric, when the earliest of its ticks is. */
    readonly earliestMs: Readonly<Record<string, number>>;
    /** When the earliest of them was received. */
    readonly receivedAtMs: number;
  };
  /** The same, stored by another process: for open pages. The work that follows is done where they were stored. */
  'ticks.committed-elsewhere': BusEvents['ticks.committed'];
  /** What is kept at hand about a member (latest values, today's totals, the last sync) has followed stored ticks. */
  'latest.stored': { readonly tenantId: string; readonly userId: string };
  /** The same, by another process: for open pages. */
  'latest.stored-elsewhere': BusEvents['latest.stored'];
  /** What is missing of a member's data has changed. */
  'gaps.changed': { readonly tenantId: string; readonly userId: string };
  /** Readings of a member were taken back: what is sent of the member from now on is looked at. */
  'readings.taken-back': { readonly tenantId: string; readonly userId: string };
  /** A device's credentials have been revoked; caches must forget it. */
  'device.revoked': { readonly deviceId: string };
  /** A person's sign-in has ended (by themselves, an administrator, a new password, a stolen code): what is open must be judged anew. */
  'sign-in.ended': { readonly accountId: string };
  /** Roles, hold or discharge of a user have changed; caches must forget the user. */
  'user.changed': { readonly tenantId: string; readonly userId: string };
  /** Whom a person looks after has changed: what is open must be judged anew. */
  'assignments.changed': { readonly tenantId: string; readonly userId: string };
  /** Something in a conversation has changed; it stands in `chat_changes` under `changeId`. `userId`: who has read, of a `read`. */
  'chat.changed': {
    readonly tenantId: string;
    readonly changeId: string;
    readonly conversationId: string;
    readonly kind: 'message' | 'read' | 'conversation';
    readonly sequence: number;
    readonly userId: string | null;
  };
  /** Somebody is typing. It is gone with the moment, and stored nowhere. */
  'chat.typing': { readonly tenantId: string; readonly conversationId: string; readonly userId: string };
  /** People of a tenant who have a connection open to a server process; said again as long as they have. */
  'chat.present': { readonly tenantId: string; readonly processId: string; readonly userIds: readonly string[] };
  /** A call, or what its two devices say to each other, has gone on: how far, is asked of the database. */
  'call.changed': { readonly tenantId: string; readonly callId: string };
  /** Somebody has stored as much with a call as is taken, and is refused for so long: by every process. `sender`: an id of theirs, or their address. */
  'writes.refused': { readonly sender: string; readonly call: string; readonly seconds: number };
  /** Settings have changed: of one tenant, or with null of all; caches must forget them. */
  'settings.changed': { readonly tenantId: string | null };
}

export type Topic = keyof BusEvents;

export interface Bus {
  publish<T extends Topic>(topic: T, event: BusEvents[T]): void;
  /** Returns the function that ends the subscription. A handler that throws does not keep others from the event. */
  subscribe<T extends Topic>(topic: T, handler: (event: BusEvents[T]) => void): () => void;
}

/** The bus of a single process. Delivery is on the next turn of the event loop, in order of publication. */
export function createProcessBus(onError: (error: unknown) => void): Bus {
  const handlers = new Map<Topic, Set<(event: never) => void>>();
  return {
    publish(topic, event) {
      for (const handler of handlers.get(topic) ?? []) {
        setImmediate(() => {
          try {
            handler(event as never);
          } catch (error) {
            onError(error);
          }
        });
      }
    },
    subscribe(topic, handler) {
      const known = handlers.get(topic) ?? new Set();
      known.add(handler);
      handlers.set(topic, known);
      return () => known.delete(handler);
    },
  };
}
