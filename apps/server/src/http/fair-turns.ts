import type { Owner } from './upload-budget.ts';

/** Bytes of bodies that are started on before the event loop serves whatever else has arrived: some 10 ms of work. */
const bytesPerRound = 256 * 1024;

interface Waiting {
  readonly bytes: number;
  readonly start: () => void;
}

/** Bodies that have arrived, in the order in which they are worked on. */
export interface FairTurns {
  /** Resolves when it is this body's turn; at once while there is no crowd. */
  take(owner: Owner, bytes: number): Promise<void>;
}

/**
 * Turns go round the tenants that wait, and within a tenant round its principals, so that a small batch stands behind at most
 * one body of each other tenant, however many bodies somebody has sent. Between rounds the event loop does everything else.
 */
export function createFairTurns(): FairTurns {
  const tenants = new Map<string, Map<string, Waiting[]>>();
  let started = 0;
  let roundIsDue = false;

  const fits = (bytes: number) => started === 0 || started + bytes <= bytesPerRound;
  const count = (bytes: number) => {
    started += bytes;
    if (roundIsDue) return;
    roundIsDue = true;
    setImmediate(round);
  };

  function round(): void {
    roundIsDue = false;
    started = 0;
    for (let waiting = first(tenants); waiting && fits(waiting.bytes); waiting = first(tenants)) {
      passOn(tenants);
      count(waiting.bytes);
      waiting.start();
    }
  }

  return {
    take(owner, bytes) {
      if (tenants.size === 0 && fits(bytes)) {
        count(bytes);
        return Promise.resolve();
      }
      return new Promise((start) => {
        const ofTenant = tenants.get(owner.tenant) ?? new Map<string, Waiting[]>();
        const ofPrincipal = ofTenant.get(owner.principal) ?? [];
        ofPrincipal.push({ bytes, start });
        ofTenant.set(owner.principal, ofPrincipal);
        tenants.set(owner.tenant, ofTenant);
      });
    },
  };
}

/** Whose turn it is: a Map keeps the order in which its keys were set. */
function first(tenants: ReadonlyMap<string, ReadonlyMap<string, readonly Waiting[]>>): Waiting | undefined {
  const [ofTenant] = tenants.values();
  const [ofPrincipal] = ofTenant?.values() ?? [];
  return ofPrincipal?.[0];
}

/** Takes out the one whose turn it was, and puts its principal and its tenant behind the others. */
function passOn(tenants: Map<string, Map<string, Waiting[]>>): void {
  for (const [tenant, ofTenant] of tenants) {
    for (const [principal, waiting] of ofTenant) {
      waiting.shift();
      ofTenant.delete(principal);
      if (waiting.length > 0) ofTenant.set(principal, waiting);
      break;
    }
    tenants.delete(tenant);
    if (ofTenant.size > 0) tenants.set(tenant, ofTenant);
    return;
  }
}
