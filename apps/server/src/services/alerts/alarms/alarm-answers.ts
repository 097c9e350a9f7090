import type { AlarmAnswer } from '@vigil/contract/alerts-alarms.contract';
import { longestSnoozeSeconds } from '@vigil/domain/alerts/alarm';
import type { People } from '#people/index.ts';
import type { StandingAlarm } from './alarms.ts';

export type Person = NonNullable<AlarmAnswer['by']>;

/** Who these users are, by id; ids that are null or nobody's are left out. */
export async function namedPeople(
  { care }: Pick<People, 'care'>,
  tenantId: string,
  ids: readonly (string | null)[],
): Promise<ReadonlyMap<string, Person>> {
  const known = [...new Set(ids.flatMap((id) => id ?? []))];
  if (known.length === 0) return new Map();
  const people = await care.named(tenantId, known);
  return new Map(people.map(({ id, givenName, familyName }) => [id, { id, firstName: givenName, lastName: familyName }]));
}

/** Alarms as calls show them. */
export async function alarmAnswers(
  people: Pick<People, 'care'>,
  tenantId: string,
  alarms: readonly StandingAlarm[],
): Promise<AlarmAnswer[]> {
  const named = await namedPeople(
    people,
    tenantId,
    alarms.map(({ by }) => by),
  );
  return alarms.map(({ by, ruleIds, actionIds, also, role: _, ...alarm }) => ({
    ...alarm,
    ...{ ruleIds: [...ruleIds], actionIds: [...actionIds], also: [...also], longestSnooze: longestSnoozeSeconds[alarm.severity] },
    by: by === null ? null : (named.get(by) ?? { id: by, firstName: '', lastName: '' }),
  }));
}
