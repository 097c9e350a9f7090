import type { AccessByPerson, AccessToMember } from '@vigil/contract/privacy.contract';
import { accessPageDays, type DataKind, dataKindOf, isReading } from '@vigil/contract/privacy.values';
import { startOfStep } from '@vigil/domain/timeframe/zone';
import type { People, PersonName } from '#people/index.ts';
import { type AccessOnDay, summariseAccess, wasAccessedBefore } from '#platform/audit/access-summary.ts';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#platform/postgres/database.ts';
import { actorOf } from './audit-log/audit-log.service.ts';

export interface AccessByDayDeps {
  readonly database: Database;
  readonly people: Pick<People, 'privacy' | 'timeZoneOf'>;
  readonly clock: Clock;
}

const dayMs = 86_400_000;
/** A page begins at midnight of the member's zone, so that no day is parted between two pages. */
const startOfDay = (ms: number, timeZone: string): number => startOfStep(Math.floor(ms / 1_000), 'DAILY', timeZone) * 1_000;

/** Who has looked at a member's data in the 30 days before a moment, as the member is told. */
export async function accessByDay(
  { database, people, clock }: AccessByDayDeps,
  { tenantId, member, caller, beforeMs }: { tenantId: string; member: string; caller: string; beforeMs: number | undefined },
): Promise<AccessToMember> {
  const timeZone = await people.timeZoneOf(tenantId, member);
  const toMs = beforeMs ?? clock.now() + 1;
  const fromMs = Math.max(0, startOfDay(toMs - accessPageDays * dayMs, timeZone));
  const rows = await summariseAccess(database, tenantId, { member, fromMs, toMs, timeZone });
  const ids = rows.flatMap(({ actorKind, actorId }) => (actorKind === 'person' && actorId !== null ? [actorId] : []));
  const names = await people.privacy.knownNames(tenantId, [...new Set(ids)]);
  const days = [
    ...Map.groupBy(
      rows.filter(({ actorKind }) => actorKind === 'person'),
      ({ day }) => day,
    ),
  ];
  return {
    timeZone,
    from: fromMs,
    to: toMs,
    days: days.map(([day, some]) => ({ day, people: peopleOf(some, names, caller) })),
    automatic: automaticOf(rows),
    more: await wasAccessedBefore(database, tenantId, member, fromMs),
  };
}

function peopleOf(rows: readonly AccessOnDay[], names: ReadonlyMap<string, PersonName>, caller: string): AccessByPerson[] {
  return [...Map.groupBy(rows, ({ actorId }) => actorId)].map(([actorId, some]) => ({
    actor: actorOf({ actorKind: 'person', actorId, operator: null }, names),
    own: actorId === caller,
    what: whatOf(some),
    firstAt: Math.min(...some.map(({ firstAt }) => firstAt)),
    lastAt: Math.max(...some.map(({ lastAt }) => lastAt)),
  }));
}

/** Counts by kind of data. */
function whatOf(rows: readonly AccessOnDay[]): AccessByPerson['what'] {
  return [...Map.groupBy(rows, ({ endpoint }): DataKind => dataKindOf(endpoint))].map(([about, some]) => ({
    about,
    read: sum(some.filter(({ refused, endpoint, method }) => !refused && isReading(endpoint, method))),
    written: sum(some.filter(({ refused, endpoint, method }) => !refused && !isReading(endpoint, method))),
    refused: sum(some.filter(({ refused }) => refused)),
  }));
}

const sum = (rows: readonly AccessOnDay[]) => rows.reduce((total, { count }) => total + count, 0);

function automaticOf(rows: readonly AccessOnDay[]): AccessToMember['automatic'] {
  return (['device', 'operator'] as const).flatMap((kind) => {
    const some = rows.filter(({ actorKind }) => actorKind === kind);
    return some.length === 0 ? [] : [{ kind, count: sum(some), lastAt: Math.max(...some.map(({ lastAt }) => lastAt)) }];
  });
}
