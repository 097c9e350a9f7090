import type { CallIce } from '@vigil/contract/calls.contract';
import { relaySeconds } from '@vigil/contract/calls.values';
import type { Clock } from '#platform/clock.ts';
import { relayCredentials } from '#platform/turn/credentials.ts';

/** The relay of calls, as the operator has set it up. */
export interface Relay {
  /** As `turn:relay.example.org:3478?transport=udp`; one or several of the same server. */
  readonly urls: readonly string[];
  /** What the relay server and this one share. */
  readonly secret: string;
}

export interface IceDependencies {
  readonly relay: Relay | null;
  readonly clock: Clock;
  /** Whether the tenant lets calls go through the relay only. */
  readonly byRelayOnly: (tenantId: string) => Promise<boolean>;
}

export type Ice = ReturnType<typeof createIce>;

/** How two devices may find each other. Without a relay nobody outside is asked: they find each other where their networks let them. */
export function createIce({ relay, clock, byRelayOnly }: IceDependencies) {
  return {
    async of(tenantId: string): Promise<CallIce> {
      const iceTransportPolicy = (await byRelayOnly(tenantId)) ? 'relay' : 'all';
      if (relay === null) return { iceServers: [], iceTransportPolicy, expiresAt: null };
      const expiresAt = clock.now() + relaySeconds * 1000;
      return { iceServers: [{ urls: [...relay.urls], ...relayCredentials(relay.secret, expiresAt) }], iceTransportPolicy, expiresAt };
    },
    /** Whether calls of the tenant could reach nobody: only the relay is allowed, and there is none. */
    isOutOfReach: async (tenantId: string): Promise<boolean> => relay === null && (await byRelayOnly(tenantId)),
  };
}
