import type { HandoffEpisode, HandoffEvent, HandoffFacts, HandoffPerson } from '@vigil/contract/triage-handoffs.contract';
import { dueWithinHours, happenedKinds, longestHappenedNote, mostHappened } from '@vigil/contract/triage-handoffs.values';
import { severities } from '@vigil/domain/alerts/rule';
import type { CareUserRow, People } from '#people/index.ts';
import type { Calendar } from '../../calendar/index.ts';
import type { Calls } from '../../calls/index.ts';
import type { Chat } from '../../chat/index.ts';
import type { Actions } from '../../factuary/actions/index.ts';
import type { createNotary } from '../../notary/index.ts';
import { clinicalActions, gatherStanding, hasOnlyGaps, type Standing, type StandingSources } from '../today/standing.ts';
import { episodesOf, worstOf } from './episodes.ts';

export interface FactSources extends StandingSources {
  readonly actions: Pick<Actions, 'live' | 'happened'>;
  readonly notesSince: ReturnType<typeof createNotary>['since'];
  readonly callsOfMembers: Calls['ofMembers'];
  readonly unanswered: Chat['unanswered'];
  readonly appointments: Calendar['appointments'];
  readonly people: Pick<People, 'care'>;
}

export interface GatheredFacts {
  /** Of everybody about whom there is something to tell, the worst first. */
  readonly facts: ReadonlyMap<string, HandoffFacts>;
  /** Members of whom nothing is known but that data is missing. */
  readonly withoutData: readonly string[];
  /** More happened or is due than is looked through: what is older, or later, is missing, and so may be members. */
  readonly isCut: boolean;
}

/** More of one kind than anybody reads about a shift. */
const mostRows = 5_000;

/** What is open about members, what happened from `sinceMs` on, and what is due soon: of all of the tenant, or of these. */
export async function gatherFacts(
  sources: FactSources,
  tenantId: string,
  scope: 'tenant' | readonly string[],
  { sinceMs, nowMs }: { readonly sinceMs: number; readonly nowMs: number },
): Promise<GatheredFacts> {
  // One more than is told says whether there are more.
  const limit = mostRows + 1;
  const since = { fromMs: sinceMs, limit };
  const dueBeforeMs = nowMs + dueWithinHours * 3_600_000;
  const [standing, happened, notes, calls, unanswered, appointments] = await Promise.all([
    gatherStanding(sources, tenantId, scope),
    sources.actions.happened(tenantId, scope, since),
    sources.notesSince(tenantId, scope, since),
    sources.callsOfMembers(tenantId, scope, since),
    sources.unanswered(tenantId, scope, limit),
    sources.appointments(tenantId, scope, { fromMs: nowMs, toMs: dueBeforeMs, limit }),
  ]);
  const areEventsCut = [happened, notes, calls, unanswered].some(({ length }) => length > mostRows);
  const names = await namesOf(sources.people, tenantId, [
    ...idsIn([...standing.values()]),
    ...happened.map(({ byId }) => byId),
    ...notes.map(({ clinicianId }) => clinicianId),
    ...calls.map(({ staffId }) => staffId),
    ...appointments.map(({ ownerId }) => ownerId),
  ]);
  const open = new Set([...standing.values()].flatMap(({ actions }) => actions.map(({ id }) => id)));
  const events = [
    // What is open still stands there with its age.
    ...happened.flatMap(({ userId, kind, at, title, byId, note, outcome, actionId }) => {
      const known = happenedKinds.find((one) => one === kind);
      return known && !(known === 'OPENED' && open.has(actionId))
        ? [eventOf(userId, known, at, { title, by: names(byId), note, outcome })]
        : [];
    }),
    ...notes.map(({ userId, createdAt, clinicianId, text }) => eventOf(userId, 'NOTE', createdAt, { by: names(clinicianId), note: text })),
    ...calls.map(({ userId, at, staffId, duration }) =>
      eventOf(userId, 'CALL', at, { by: names(staffId), seconds: duration === null ? null : duration / 1000 }),
    ),
    ...unanswered.map(({ userId, at }) => eventOf(userId, 'UNANSWERED_MESSAGE', at, {})),
  ];
  const eventsBy = Map.groupBy(events, ({ userId }) => userId);
  const appointmentsBy = Map.groupBy(appointments, ({ userId }) => userId);
  const told = [...standing.values()].filter((one) => !hasOnlyGaps(one)).map(({ userId }) => userId);
  const ids = new Set([...told, ...eventsBy.keys(), ...appointmentsBy.keys()]);
  const facts = [...ids].map((userId): readonly [string, HandoffFacts] => {
    const own = standing.get(userId) ?? { userId, actions: [], alarms: [], gaps: [] };
    const openNow = episodesOf(own, names);
    const newestFirst = (eventsBy.get(userId) ?? []).map(({ event }) => event).sort((a, b) => b.at - a.at);
    return [
      userId,
      {
        ...{ severity: worstOf(openNow), open: openNow },
        ...{ happened: newestFirst.slice(0, mostHappened), has_more: areEventsCut || newestFirst.length > mostHappened },
        due: dueOf(own, appointmentsBy.get(userId) ?? [], names, dueBeforeMs),
        // A low battery alone still lets readings come.
        is_data_missing: own.gaps.some(({ kind }) => kind !== 'battery_low'),
      },
    ];
  });
  const withoutData = [...standing.values()].filter((one) => hasOnlyGaps(one) && !ids.has(one.userId)).map(({ userId }) => userId);
  return {
    facts: new Map(facts.sort(([, a], [, b]) => compare(a, b))),
    withoutData,
    isCut: areEventsCut || appointments.length > mostRows,
  };
}

/** The severity of what is open, then whose worst alert nobody has acknowledged, then what was open first; whoever has nothing open by what happened last. */
function compare(a: HandoffFacts, b: HandoffFacts): number {
  const rank = ({ severity }: HandoffFacts) => (severity === null ? -1 : severities.indexOf(severity));
  const asks = ({ severity, open }: HandoffFacts) => Number(open.some((one) => one.severity === severity && one.alarm_state === 'raised'));
  const since = ({ open }: HandoffFacts) => open[0]?.since ?? Number.POSITIVE_INFINITY;
  const last = ({ happened }: HandoffFacts) => happened[0]?.at ?? 0;
  return rank(b) - rank(a) || asks(b) - asks(a) || Math.sign(since(a) - since(b)) || last(b) - last(a);
}

function eventOf(userId: string, kind: HandoffEvent['kind'], atMs: number, over: Partial<HandoffEvent>) {
  const { note = null } = over;
  const event = { title: null, by: null, outcome: null, seconds: null, ...over, kind, at: atMs / 1000, note: note && cut(note) };
  return { userId, event };
}

/** Whole characters: half of a pair could not be stored. */
function cut(text: string): string {
  const letters = [...text];
  return letters.length <= longestHappenedNote ? text : `${letters.slice(0, longestHappenedNote - 1).join('')}…`;
}

type Names = (id: string | null) => HandoffPerson | null;

function dueOf(
  standing: Standing,
  appointments: readonly { readonly at: number; readonly ownerId: string }[],
  names: Names,
  beforeMs: number,
): HandoffFacts['due'] {
  const followUps = clinicalActions(standing).flatMap(({ dueAt, title, assigneeId }) =>
    dueAt !== null && dueAt < beforeMs ? [{ kind: 'follow_up' as const, at: dueAt / 1000, title, who: names(assigneeId) }] : [],
  );
  const meetings = appointments.map(({ at, ownerId }) => ({
    kind: 'appointment' as const,
    at: at / 1000,
    title: null,
    who: names(ownerId),
  }));
  return [...followUps, ...meetings].sort((a, b) => a.at - b.at);
}

/** What is open about these members now, of each the worst first; who has nothing is absent. */
export async function readOpenNow(
  sources: StandingSources & Pick<FactSources, 'people'>,
  tenantId: string,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, HandoffEpisode[]>> {
  const standing = await gatherStanding(sources, tenantId, userIds);
  const names = await namesOf(sources.people, tenantId, idsIn([...standing.values()]));
  return new Map([...standing].map(([userId, one]) => [userId, episodesOf(one, names)]));
}

const idsIn = (standing: readonly Standing[]) =>
  standing.flatMap(({ actions, alarms }) => [...actions.map(({ assigneeId }) => assigneeId), ...alarms.map(({ by }) => by)]);

/** How people are named; null for nobody, and for whom the tenant does not know. */
export async function namesOf({ care }: Pick<People, 'care'>, tenantId: string, ids: readonly (string | null)[]): Promise<Names> {
  const rows = await care.named(
    tenantId,
    ids.filter((id) => id !== null),
  );
  const byId = new Map(rows.map((row) => [row.id, personOf(row)]));
  return (id) => byId.get(id ?? '') ?? null;
}

export const personOf = ({ id, givenName, familyName }: CareUserRow): HandoffPerson => ({ id, firstName: givenName, lastName: familyName });
