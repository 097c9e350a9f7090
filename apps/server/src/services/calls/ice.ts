import { createHmac, randomUUID } from 'node:crypto';
import type { CallIce } from '@vigil/contract/calls.contract';
import { relaySeconds } from '@vigil/contract/calls.values';
import type { Clock } from '#platform/clock.ts';

/** The relay of calls, as the operator has set it up. */
export interface Relay {
  /** As `turn:relay.example.org:3478?transport=udp`; one or several of the same server. */
  readonly urls: readonly string[];
  /** What the relay server and this one share. */
  readonly secret: string;
}

/**
 * What opens the relay for a while, by the rules of coturn's REST interface: the name says until when, and of whom nothing; the
 * password proves that whoever made it knows the secret.
 */
export function relayCredentials(secret: string, expiresAtMs: number): { readonly username: string; readonly credential: string } {
  const username = `${Math.ceil(expiresAtMs / 1000)}:${randomUUID()}`;
  return { username, credential: createHmac('sha1', secret).update(username).digest('base64') };
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
