import type { DemonstrationLeftovers } from '#identity/index.ts';
import type { Finding } from './finding.ts';

/** Whether a demonstration’s accounts are here, and what to do about them in production. */
export function demonstrationFinding(isRunning: boolean, { accounts, devices, otherAccounts }: DemonstrationLeftovers): Finding {
  const name = 'Demonstration';
  if (accounts + devices === 0) return { check: name, state: 'ok', detail: 'none' };
  const left = `${accounts} accounts with a known password and ${devices} bands`;
  if (isRunning) return { check: name, state: 'ok', detail: `${left} are on (DEMO=1)` };
  return {
    check: name,
    state: 'warning',
    detail: `${left} are here, and off while DEMO is 0; ${otherAccounts} other accounts in its tenants are on`,
    mend: 'For production begin with an empty DATA_DIR. Else look through the other accounts (vigil user list --tenant demo): whoever knew the demonstration’s password could have made them.',
  };
}
