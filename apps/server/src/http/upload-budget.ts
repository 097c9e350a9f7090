import { VigilError } from '@vigil/contract/errors';

/** On whose account a request is put: a person together with their devices, and their tenant. */
export interface Owner {
  readonly principal: string;
  readonly tenant: string;
}

export interface UploadLimits {
  /** Memory for bodies in work, over everybody: unpacked bytes that were read and not yet answered. */
  readonly bodiesInWorkBytes: number;
  /** Bodies of one principal in work at the same time, whether they have sent anything yet or not. */
  readonly uploadsPerPrincipal: number;
}

/** Four principals of one tenant can fill the tenant's share, and it takes two tenants and eight principals to fill everything. */
const principalShare = 1 / 8;
const tenantShare = 1 / 2;

/** One body, from before its first byte until its request has been answered. */
export interface Upload {
  /** Throws too_many_requests when the server, the tenant or the principal has no room for as many bytes more. */
  take(bytes: number): void;
  /** Gives back the memory of a body that is not going to be used. */
  drop(): void;
  /** Gives everything back; further calls change nothing. */
  close(): void;
}

/** Memory is taken for bytes that have been read, so that a stalled upload costs what it has sent and no more. */
export interface UploadBudget {
  /** Throws too_many_requests when the principal has too many uploads in work. */
  open(owner: Owner): Upload;
}

interface Account {
  bytes: number;
  uploads: number;
}

export function createUploadBudget({ bodiesInWorkBytes, uploadsPerPrincipal }: UploadLimits): UploadBudget {
  const everybody: Account = { bytes: 0, uploads: 0 };
  const principals = new Map<string, Account>();
  const tenants = new Map<string, Account>();

  function openOn(accounts: Map<string, Account>, key: string): Account {
    const account = accounts.get(key) ?? { bytes: 0, uploads: 0 };
    accounts.set(key, account);
    return account;
  }

  return {
    open(owner) {
      if ((principals.get(owner.principal)?.uploads ?? 0) >= uploadsPerPrincipal)
        throw busy(`You have ${uploadsPerPrincipal} uploads in work already. Please send this again when one of them is through.`);
      const principal = openOn(principals, owner.principal);
      const tenant = openOn(tenants, owner.tenant);
      const accounts = [principal, tenant, everybody];
      for (const account of accounts) account.uploads += 1;
      let taken = 0;
      let isOpen = true;
      const add = (bytes: number) => {
        for (const account of accounts) account.bytes += bytes;
        taken += bytes;
      };
      return {
        take(bytes) {
          if (principal.bytes + bytes > bodiesInWorkBytes * principalShare)
            throw busy('Your uploads in work are as large as one sender’s may be together. Please send this again when one is through.');
          if (tenant.bytes + bytes > bodiesInWorkBytes * tenantShare)
            throw busy('Your organisation has as many uploads in work as it may have at once. Please send this again in a moment.');
          if (everybody.bytes + bytes > bodiesInWorkBytes)
            throw busy('The server has as many uploads in work as it can hold. Please send this again in a moment.');
          // A request whose connection has gone gives nothing back any more.
          if (isOpen) add(bytes);
        },
        drop: () => add(-taken),
        close() {
          if (!isOpen) return;
          isOpen = false;
          add(-taken);
          for (const account of accounts) account.uploads -= 1;
          if (principal.uploads === 0) principals.delete(owner.principal);
          if (tenant.uploads === 0) tenants.delete(owner.tenant);
        },
      };
    },
  };
}

function busy(message: string): VigilError {
  return new VigilError('too_many_requests', message, { retryAfterSeconds: 1 });
}
