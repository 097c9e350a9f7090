import type { ResponseOf } from '@vigil/contract';
import type { getBurden } from '@vigil/contract/alerts-burden.contract';
import { burdenDays, noisiestShown } from '@vigil/contract/alerts-burden.values';
import { VigilError } from '@vigil/contract/errors';
import { outcomeMeaning } from '@vigil/contract/factuary-actions.values';
import { type AlertEnd, type AnsweredAlert, burdenOf, burdenYardstick, clinicianOf } from '@vigil/domain/burden/burden';
import { coarseBurden } from '@vigil/domain/burden/coarse-burden';
import { coarseCount, isAboutFew, tellableGroups } from '@vigil/domain/figures/withholding';
import type { People } from '#people/index.ts';
import type { Clock } from '#platform/clock.ts';
import type { Actions } from '#services/factuary/actions/index.ts';
import type { AlertsModule, AnsweredAlarm } from '../index.ts';
import type { WatchedStore } from './watched.store.ts';

type Burden = ResponseOf<typeof getBurden>;
type AlertedRow = Awaited<ReturnType<Actions['alerted']>>[number];

export interface BurdenDeps {
  readonly actions: Pick<Actions, 'alerted' | 'hoursOfWork'>;
  /** How the alarms of actions were answered. */
  readonly answered: AlertsModule['answered'];
  readonly watched: WatchedStore['watched'];
  readonly people: Pick<People, 'care'>;
  readonly clock: Clock;
  /** Alerts that one answer looks at. */
  readonly most?: number;
}

export interface BurdenQuestion {
  readonly tenantId: string;
  /** Whom the figures are of: null for the whole tenant. */
  readonly userIds: readonly string[] | null;
  /** Unix seconds. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  readonly rule?: string | undefined;
  readonly clinician?: string | undefined;
  /** Whose figures may be told of clinicians: null for everybody's. */
  readonly onlyClinician: string | null;
  /** The reader may see the members. Otherwise figures are of a whole week that has ended, coarse, and none about few. */
  readonly isExact: boolean;
}

export interface ToldBurden {
  readonly figures: Burden;
  /** Whom the figures say something of, for the audit log. */
  readonly about: readonly string[];
}

const mostAlerts = 200_000;
const daySeconds = 86_400;

/** What alerts cost, from actions, their events and alarms alone. Throws invalid_input for a time that is empty or too long. */
export function createBurden({ actions, answered, watched, people, clock, most = mostAlerts }: BurdenDeps) {
  return async (question: BurdenQuestion): Promise<ToldBurden> => {
    const { tenantId, userIds } = question;
    const { from, to } = periodOf(question, clock.now() / 1000);
    const [fromMs, toMs] = [from * 1000, to * 1000];
    const [rows, hours, base] = await Promise.all([
      actions.alerted(tenantId, { userIds, ruleId: question.rule ?? null, fromMs, toMs, most: most + 1 }),
      actions.hoursOfWork(tenantId, userIds, fromMs, toMs),
      watched(tenantId, userIds, fromMs, toMs),
    ]);
    const shown = rows.slice(0, most);
    const alarms = await answered(tenantId, shown);
    const alarmOf = new Map(alarms.map((one) => [one.actionId, one]));
    const all = shown.map((row) => alertOf(row, alarmOf.get(row.actionId)));
    const { clinician } = question;
    const alerts = clinician === undefined ? all : all.filter((one) => clinicianOf(one) === clinician);
    const mayShow = (id: string) =>
      (question.onlyClinician === null || id === question.onlyClinician) && (clinician === undefined || id === clinician);
    const names = await namesOf(people, tenantId, alerts);
    const clinicianHours = hours
      .filter(({ userId }) => clinician === undefined || userId === clinician)
      .reduce((sum, one) => sum + one.hours, 0);
    const titles = new Map(shown.toReversed().map(({ ruleId, ruleName }) => [ruleId, ruleName]));
    const ofRules = grouped(alerts, ({ ruleId }) => ruleId);
    const ofClinicians = grouped(alerts, clinicianOf);
    const tell = tellingOf(question.isExact, base, alerts);
    const figures: Burden = {
      ...{ from, to, complete: rows.length <= most, isCoarse: !question.isExact, yardstick: burdenYardstick },
      ...tell.base,
      total: tell.total,
      rules: tell.groups(ofRules).map(([ruleId, of]) => ({ ruleId, title: titles.get(ruleId) ?? '', figures: tell.figuresOf(of) })),
      clinicians: tell
        .groups(ofClinicians)
        .filter(([id]) => mayShow(id))
        .map(([clinicianId, of]) => {
          const worked = hours.find(({ userId }) => userId === clinicianId)?.hours ?? 0;
          const own = tell.figuresOf(of);
          return { clinicianId, ...names(clinicianId), hours: worked, alertsPerHour: perHour(own.alerts, worked), figures: own };
        }),
      clinicianHours: tell.total && clinicianHours,
      alertsPerClinicianHour: tell.total && perHour(tell.total.alerts, clinicianHours),
      noisiestMembers: question.isExact
        ? grouped(alerts, ({ userId }) => userId)
            .slice(0, noisiestShown)
            .map(([userId, of]) => ({
              ...{ userId, ...names(userId), alerts: of.length, repeats: of.reduce((sum, { repeats }) => sum + repeats, 0) },
            }))
        : null,
    };
    const few = userIds !== null && isAboutFew(userIds.length) ? userIds : [];
    return { figures, about: question.isExact ? [...new Set([...few, ...alerts.map(({ userId }) => userId)])] : [] };
  };
}

/** How figures are told: as they are, or to whoever may not see the members. */
function tellingOf(isExact: boolean, base: { readonly members: number; readonly memberWeeks: number }, alerts: readonly AnsweredAlert[]) {
  const exactly = (of: readonly AnsweredAlert[]) => burdenOf(of, base.memberWeeks);
  if (isExact) return { base, total: exactly(alerts), figuresOf: exactly, groups: <T>(all: T[]) => all };
  const figuresOf = (of: readonly AnsweredAlert[]) => coarseBurden(exactly(of), base.memberWeeks);
  const members = membersOf(alerts).size;
  // Of no alert at all only that many have none.
  const isTold = !isAboutFew(base.members) && (members === 0 || !isAboutFew(members));
  return {
    base: isTold ? { ...base, members: coarseCount(base.members) } : { members: null, memberWeeks: null },
    total: isTold ? figuresOf(alerts) : null,
    figuresOf,
    groups(all: [string, AnsweredAlert[]][]) {
      // What nobody has is a part of the whole as well.
      const named = new Set(all.flatMap(([, of]) => of));
      const nobodys = { key: null, members: membersOf(alerts.filter((one) => !named.has(one))) };
      const told = tellableGroups([nobodys, ...all.map(([key, of]) => ({ key, members: membersOf(of) }))]);
      return isTold ? all.filter(([key]) => told.has(key)) : [];
    },
  };
}

const membersOf = (alerts: readonly AnsweredAlert[]): ReadonlySet<string> => new Set(alerts.map(({ userId }) => userId));

export type BurdenOf = ReturnType<typeof createBurden>;

const weekSeconds = 7 * daySeconds;
/** Monday, January 5th, 1970, 00:00 UTC. */
const firstMonday = 4 * daySeconds;

/** Weeks do not overlap, so that no figure of one day can be worked out from those of two of them. */
function endedWeekOf({ from: askedFrom, to: askedTo }: BurdenQuestion, now: number): { from: number; to: number } {
  const lastEnd = firstMonday + Math.floor((now - firstMonday) / weekSeconds) * weekSeconds;
  const from = askedFrom ?? (askedTo ?? lastEnd) - weekSeconds;
  const to = askedTo ?? from + weekSeconds;
  const isWeek = (from - firstMonday) % weekSeconds === 0 && to - from === weekSeconds;
  if (!isWeek || to > lastEnd) throw refuse('from', 'Ask for one week that has ended, from Monday to Monday, 00:00 UTC.');
  return { from, to };
}

function periodOf(question: BurdenQuestion, now: number): { from: number; to: number } {
  if (!question.isExact) return endedWeekOf(question, now);
  const { from: askedFrom, to: askedTo } = question;
  const to = askedTo ?? (askedFrom === undefined ? now : Math.min(now, askedFrom + burdenDays.usual * daySeconds));
  const from = askedFrom ?? to - burdenDays.usual * daySeconds;
  if (to <= from) throw refuse('to', 'The time must end after it starts.');
  if (to - from > burdenDays.most * daySeconds) throw refuse('from', `Ask for ${burdenDays.most} days at most.`);
  return { from, to };
}

const refuse = (field: string, message: string) => new VigilError('invalid_input', message, { fields: [{ field, message }] });

function alertOf(row: AlertedRow, alarm: AnsweredAlarm | undefined): AnsweredAlert {
  const { userId, ruleId, openedAt, holder, endedAt, endedBy } = row;
  const kind = endOf(row);
  const isAcknowledged = alarm !== undefined && alarm.acknowledgedAt !== null && alarm.acknowledgedBy !== null;
  return {
    ...{ userId, ruleId, holder, openedAt: openedAt / 1000, repeats: alarm?.repeats ?? 0 },
    acknowledged: isAcknowledged ? { at: (alarm.acknowledgedAt ?? 0) / 1000, by: alarm.acknowledgedBy ?? '' } : null,
    ended: kind === null || endedAt === null ? null : { kind, at: endedAt / 1000, by: endedBy },
  };
}

/** What is confirmed without a word about what came of it is not judged. */
function endOf({ endKind, outcome }: AlertedRow): AlertEnd | null {
  if (endKind === null) return null;
  if (endKind === 'EXPIRED') return 'expired';
  const meaning = outcome === null ? 'open' : outcomeMeaning[outcome];
  return meaning === 'open' ? 'closed' : meaning;
}

/** Those with most alerts first, repeats among them. */
function grouped(alerts: readonly AnsweredAlert[], by: (alert: AnsweredAlert) => string | null): [string, AnsweredAlert[]][] {
  const groups = new Map<string, AnsweredAlert[]>();
  for (const alert of alerts) {
    const key = by(alert);
    if (key === null) continue;
    const group = groups.get(key);
    if (group) group.push(alert);
    else groups.set(key, [alert]);
  }
  const weight = (of: readonly AnsweredAlert[]) => of.reduce((sum, { repeats }) => sum + 1 + repeats, 0);
  return [...groups].sort(([idA, a], [idB, b]) => weight(b) - weight(a) || (idA < idB ? -1 : 1));
}

const perHour = (alerts: number, hours: number) => (hours === 0 ? null : alerts / hours);

async function namesOf(people: BurdenDeps['people'], tenantId: string, alerts: readonly AnsweredAlert[]) {
  const noisiest = grouped(alerts, ({ userId }) => userId).slice(0, noisiestShown);
  const ids = [...noisiest.map(([id]) => id), ...grouped(alerts, clinicianOf).map(([id]) => id)];
  const known = new Map((await people.care.named(tenantId, ids)).map((one) => [one.id, one]));
  return (id: string) => ({ firstName: known.get(id)?.givenName ?? '', lastName: known.get(id)?.familyName ?? '' });
}
