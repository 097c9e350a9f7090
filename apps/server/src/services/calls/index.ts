import type { EndResult } from '@vigil/contract/calls.values';
import type { LivePart, Module } from '#http/route.ts';
import type { People } from '#people/index.ts';
import type { Audit } from '#platform/audit/audit.ts';
import type { Bus } from '#platform/bus.ts';
import type { Clock } from '#platform/clock.ts';
import type { Config } from '#platform/config.ts';
import type { Log } from '#platform/log.ts';
import type { PersonalData } from '#platform/personal-data/personal-data.ts';
import type { Database } from '#platform/postgres/database.ts';
import type { Counted, Stretch, StretchPage } from '#platform/postgres/newest-first.ts';
import type { Chat } from '../chat/index.ts';
import { callsRoutes } from './calls.routes.ts';
import { durationOf } from './calls.rules.ts';
import { createCallsService } from './calls.service.ts';
import { pastCallsOfMember, pastCallsOfMembers } from './calls.store.ts';
import { createEnding } from './ending.ts';
import { createIce } from './ice.ts';
import { createLiveCalls } from './live.ts';
import { createOverdueCalls, type OverdueCalls } from './overdue-calls.ts';
import { createPermission } from './permission.ts';
import { callsPersonalData } from './personal-data.ts';

export interface CallsDependencies {
  readonly database: Database;
  readonly people: Pick<People, 'care' | 'privacy'>;
  readonly audit: Pick<Audit, 'record'>;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly log: Log;
  readonly config: Pick<Config, 'relay' | 'callTimerSeconds'>;
  readonly chat: Pick<Chat, 'say' | 'takingPart'>;
  /** Whether the tenant lets calls go through the relay only. */
  readonly byRelayOnly: (tenantId: string) => Promise<boolean>;
}

/** A call of a member that is over. Times in milliseconds. */
export interface PastCall {
  readonly id: string;
  readonly startedAt: number;
  readonly callerId: string;
  /** The one of the two who is of the care team. */
  readonly clinicianId: string;
  readonly isVideoCall: boolean;
  readonly endResult: EndResult;
  /** Null where the two never heard each other. */
  readonly duration: number | null;
}

export interface Calls extends Module {
  readonly personalData: PersonalData;
  /** What is told and taken over the live connection of chat. */
  readonly live: LivePart;
  /** A member's calls that are over, by when they began. */
  ofMember(tenantId: string, memberId: string, stretch: Stretch): Promise<StretchPage<Counted<PastCall>>>;
  /** Calls of all members, or of these, that are over and began from `fromMs` on: who of the staff was in it, and milliseconds of talk. */
  readonly ofMembers: (
    tenantId: string,
    scope: 'tenant' | readonly string[],
    since: { readonly fromMs: number; readonly limit: number },
  ) => Promise<{ readonly userId: string; readonly staffId: string; readonly at: number; readonly duration: number | null }[]>;
  readonly overdue: Pick<OverdueCalls, 'endOverdue' | 'endForbidden'>;
}

/** Calls of two people: who rings whom, how each call moves on and ends, and how the two devices find each other. Nothing is recorded. */
export function createCalls({ database, people, audit, bus, clock, log, config, chat, byRelayOnly }: CallsDependencies): Calls {
  const { care } = people;
  const permission = createPermission(care);
  const ending = createEnding({ care, bus, clock, say: chat.say });
  const ice = createIce({ relay: config.relay, clock, byRelayOnly });
  const calls = createCallsService({ database, care, clock, permission, ending, ice, takingPart: chat.takingPart });
  const live = createLiveCalls({ database, care, calls, audit, bus, log });
  const overdue = createOverdueCalls({ database, permission, ending, bus, clock, log, everySeconds: config.callTimerSeconds });
  return {
    routes: callsRoutes(calls),
    live,
    personalData: callsPersonalData(database, people),
    overdue,
    async ofMember(tenantId, memberId, stretch) {
      const { rows, total } = await database.tenant(tenantId, (sql) => pastCallsOfMember(sql, tenantId, memberId, stretch));
      return {
        total,
        rows: rows.map(({ id, key, startedAt, callerId, calleeId, isVideo, endResult, ...row }) => ({
          ...{ id, key, total, startedAt, callerId, clinicianId: callerId === memberId ? calleeId : callerId, isVideoCall: isVideo },
          ...{ endResult: endResult ?? 'unknown', duration: durationOf(row) },
        })),
      };
    },
    async ofMembers(tenantId, scope, since) {
      const rows = await database.tenant(tenantId, (sql) => pastCallsOfMembers(sql, tenantId, scope, since));
      return rows.flatMap(({ memberId, callerId, calleeId, startedAt, ...row }) =>
        memberId === null
          ? []
          : [{ userId: memberId, staffId: callerId === memberId ? calleeId : callerId, at: startedAt, duration: durationOf(row) }],
      );
    },
    async stop() {
      await Promise.all([overdue.stop(), live.stop()]);
    },
  };
}
