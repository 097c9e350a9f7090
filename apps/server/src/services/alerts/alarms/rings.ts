import type { AlarmEvent } from '@vigil/domain/alerts/alarm';
import { chainSteps, firstWrittenLevel, levelWithSomebody } from '@vigil/domain/alerts/chain';
import { type AlertSeverity, severities } from '@vigil/domain/alerts/rule';
import type { Sql } from '#platform/postgres/database.ts';
import type { NewPush, publishMany } from '#services/notification/index.ts';
import { type Chain, peopleAt, type ReadChain } from './chain.ts';
import type { Ring, RingThem, Rung } from './ring.ts';
import { countRung, lockCounting, type NewAlarmMessage, newlyToldOfStorm, writeMessages } from './rings.store.ts';
import { severityWords } from './severity-words.ts';

/** So many members whose alarms ring by one rule within so many minutes are one storm: something other than these members has changed. */
export const stormMembers = 20;
const stormMinutes = 10;
/** From so many on those who ring by the rule count one after the other: that many may ring at the same moment before one is missed. */
const countedInTurn = stormMembers / 2;

export interface RingerDeps {
  readonly readChain: ReadChain;
  readonly publishMany: typeof publishMany;
}

type AlarmPush = Omit<NewPush, 'tenantId'>;

export function createRinger({ readChain, publishMany: publishAll }: RingerDeps): RingThem {
  return async (sql, tenantId, rings) => {
    if (rings.length === 0) return new Map();
    const chain = await readChain(sql, tenantId, rings);
    const stormy = await stormyRules(sql, tenantId, rings);
    const placed = rings.map((ring) => place(ring, chain, stormy.has(ring.ruleId)));
    const alone = placed.filter(({ inStorm }) => !inStorm);
    const pushes: AlarmPush[] = alone.flatMap(pushOf);
    const written: NewAlarmMessage[] = alone.flatMap(messagesOf);
    for (const [ruleId, members] of stormy) {
      const ofRule = placed.filter((one) => one.inStorm && one.ring.ruleId === ruleId);
      const told = await tellOfStorm(sql, { tenantId, ruleId, members, ofRule });
      pushes.push(...told.pushes);
      written.push(...told.messages);
    }
    await publishAll(sql, tenantId, pushes);
    await writeMessages(sql, tenantId, oneEach(written));
    return new Map(placed.map(({ ring, level, told, inStorm }) => [ring.alarmId, { level, told, inStorm }]));
  };
}

interface Placed extends Rung {
  readonly ring: Ring;
  /** Nobody of the chain may see the member: it goes to those who can assign somebody. */
  readonly isNobodys: boolean;
}

function place(ring: Ring, chain: Chain, isStormy: boolean): Placed {
  const level = levelWithSomebody(ring.level, (step) => peopleAt(chain, step, ring).length > 0);
  const told = peopleAt(chain, chainSteps[level] ?? 'all_providers', ring);
  if (told.length > 0) return { ring, level, told, inStorm: isStormy, isNobodys: false };
  return { ring, level, told: chain.administrators, inStorm: isStormy, isNobodys: true };
}

/** Rules of which there is a storm, and how many members are in it. */
async function stormyRules(sql: Sql, tenantId: string, rings: readonly Ring[]): Promise<ReadonlyMap<string, number>> {
  const members = new Map([...Map.groupBy(rings, ({ ruleId }) => ruleId)].map(([ruleId, of]) => [ruleId, of.map(({ userId }) => userId)]));
  const counted = await countRung(sql, tenantId, members, stormMinutes);
  const close = [...counted].filter(([, count]) => count >= countedInTurn).map(([ruleId]) => ruleId);
  if (close.length === 0) return new Map();
  await lockCounting(sql, tenantId, close);
  const again = await countRung(sql, tenantId, new Map(close.map((ruleId) => [ruleId, members.get(ruleId) ?? []])), stormMinutes);
  return new Map([...again].filter(([, count]) => count >= stormMembers));
}

const lines = {
  due: 'Not acknowledged',
  expired: 'Expired without being handled',
} as const satisfies Partial<Record<AlarmEvent['kind'], string>>;

/** Severity and the rule's name: never whose it is, nor a value. None where the tenant has nobody at all to be told. */
function pushOf({ ring, told, isNobodys }: Placed): AlarmPush[] {
  if (told.length === 0) return [];
  const { severity, title, kind, isJudged, unanswered, userId, aboutId, alarmId: ringOf } = ring;
  const about = isNobodys
    ? `Nobody is assigned to a member with a ${severityWords[severity].toLowerCase()} alert. Assign someone.`
    : [
        ...(kind === 'due' || kind === 'expired' ? [lines[kind]] : []),
        `${severityWords[severity]} alert`,
        title,
        ...(isJudged ? [] : ['data has stopped, current state unknown']),
        ...(unanswered ? [`an unacknowledged ${severityWords[unanswered].toLowerCase()} alert has cleared`] : []),
      ].join(' · ');
  return [{ to: { userIds: told }, contentType: 'ACTION', patientId: userId, description: about, aboutId, ringOf }];
}

function messagesOf({ ring, level, told, isNobodys }: Placed): NewAlarmMessage[] {
  // What is undone rings in the portal: these people were written to before.
  if (level < firstWrittenLevel || ring.kind === 'undone') return [];
  return told.map((userId) => ({ userId, severity: ring.severity, kind: isNobodys ? 'nobody' : 'alarm' }));
}

interface Storm {
  readonly tenantId: string;
  readonly ruleId: string;
  readonly members: number;
  readonly ofRule: readonly Placed[];
}

/** Each once, and again when it becomes more severe, whoever of the chain it is; what is written follows from the highest step at which somebody is told. */
async function tellOfStorm(
  sql: Sql,
  { tenantId, ruleId, members, ofRule }: Storm,
): Promise<{ readonly pushes: readonly AlarmPush[]; readonly messages: readonly NewAlarmMessage[] }> {
  const people = new Set(ofRule.flatMap(({ told }) => told));
  const severity = ofRule.map(({ ring }) => ring.severity).reduce(worse);
  const userIds = await newlyToldOfStorm(sql, tenantId, { ruleId, severity }, [...people], stormMinutes);
  if (userIds.length === 0) return { pushes: [], messages: [] };
  const title = ofRule[0]?.ring.title ?? '';
  const push: AlarmPush = {
    ...{ to: { userIds }, contentType: 'ACTION', patientId: null },
    description: `${members} members, rule “${title}”: ${severityWords[severity].toLowerCase()} alerts within ${stormMinutes} minutes`,
  };
  const written = new Set(ofRule.filter(({ level }) => level >= firstWrittenLevel).flatMap(({ told }) => told));
  return { pushes: [push], messages: userIds.filter((id) => written.has(id)).map((userId) => ({ userId, severity, kind: 'storm' })) };
}

/** A message names no alarm, so that whoever is called by several at once needs one: of the most severe. */
function oneEach(messages: readonly NewAlarmMessage[]): NewAlarmMessage[] {
  const ofEach = Map.groupBy(messages, ({ userId, kind }) => `${userId} ${kind}`);
  return [...ofEach.values()].flatMap(([first, ...more]) =>
    first ? [{ ...first, severity: more.map(({ severity }) => severity).reduce(worse, first.severity) }] : [],
  );
}

const worse = (one: AlertSeverity, other: AlertSeverity) => (severities.indexOf(other) > severities.indexOf(one) ? other : one);
