import type { ApiError } from '@vigil/contract/client';
import type { OnboardingRow } from '@vigil/contract/user-admin.contract';
import type { Channel, Realm } from '@vigil/contract/user-admin.values';
import { useRef, useState } from 'react';
import { session } from '#lib/session/session.ts';
import { useResendToMember, useResendToStaff } from '../api/invite.ts';

export interface Failed {
  readonly row: OnboardingRow;
  readonly reason: ApiError;
}

export interface BulkResend {
  readonly channel: Channel;
  readonly total: number;
  readonly sent: readonly string[];
  readonly failed: readonly Failed[];
  readonly isRunning: boolean;
}

/** Sends links to several people, one after the other; who could not be reached is told apart, and the rest goes on. */
export function useBulkResend(realm: Realm) {
  const [member, staff] = [useResendToMember(), useResendToStaff()];
  const { mutateAsync } = realm === 'patient' ? member : staff;
  const [work, setWork] = useState<BulkResend | null>(null);
  const stopped = useRef(false);

  async function send(rows: readonly OnboardingRow[], channel: Channel): Promise<void> {
    stopped.current = false;
    const [sent, failed]: [string[], Failed[]] = [[], []];
    const show = (isRunning: boolean) => setWork({ channel, total: rows.length, sent: [...sent], failed: [...failed], isRunning });
    show(true);
    for (const row of rows) {
      if (stopped.current) break;
      try {
        await mutateAsync({ params: { tenantId: session.get()?.tenant.tenant_ID ?? '', userId: row.userId }, query: { channel } });
        sent.push(row.userId);
      } catch (reason) {
        failed.push({ row, reason: reason as ApiError });
      }
      show(true);
    }
    show(false);
  }
  return {
    work,
    send: (rows: readonly OnboardingRow[], channel: Channel) => void send(rows, channel),
    stop: () => {
      stopped.current = true;
    },
    close: () => setWork(null),
  };
}
