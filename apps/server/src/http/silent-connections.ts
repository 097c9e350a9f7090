export interface SilentLimits {
  /** How long a connection may be open before it says who it is. Milliseconds. */
  readonly forMs: number;
  /** Of one network, and of everybody, at the same time. */
  readonly perNetwork: number;
  readonly inAll: number;
}

const defaultLimits: SilentLimits = { forMs: 5_000, perNetwork: 500, inAll: 2_000 };

/** Live connections whose client has not said yet who it is. */
export interface SilentConnections {
  /** Calls `close` when the connection has been silent for too long, or makes room for a newer one. Returns what ends the watch. */
  watch(network: string, close: () => void): () => void;
}

/**
 * A client sends its token as soon as it is connected, so where there are too many that have not, the one that has been silent
 * for longest is closed: somebody who opens thousands keeps nobody else out.
 */
export function createSilentConnections({ forMs, perNetwork, inAll }: SilentLimits = defaultLimits): SilentConnections {
  const networks = new Map<string, Set<() => void>>();
  const everybody = new Set<() => void>();
  return {
    watch(network, close) {
      const ofNetwork = networks.get(network) ?? new Set();
      networks.set(network, ofNetwork);
      const leave = () => {
        clearTimeout(timer);
        ofNetwork.delete(closeSilent);
        everybody.delete(closeSilent);
        if (ofNetwork.size === 0) networks.delete(network);
      };
      const closeSilent = () => {
        leave();
        close();
      };
      const timer = setTimeout(closeSilent, forMs);
      ofNetwork.add(closeSilent);
      everybody.add(closeSilent);
      for (const [silent, most] of [[ofNetwork, perNetwork] as const, [everybody, inAll] as const]) {
        const [closeOldest] = silent;
        if (silent.size > most) closeOldest?.();
      }
      return leave;
    },
  };
}
