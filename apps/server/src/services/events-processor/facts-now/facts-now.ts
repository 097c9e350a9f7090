import { VigilError } from '@vigil/contract/errors';
import type { FactValues } from '@vigil/contract/events-processor-facts.contract';
import { type ClockFact, type Fact as NamedFact, parseFact } from '@vigil/domain/facts/fact';
import { type Measure, measures } from '@vigil/domain/facts/measures';
import { type FactWindow, windowDays } from '@vigil/domain/facts/time-of-day';
import { calendarDay, startOfCalendarDay } from '@vigil/domain/timeframe/zone';
import { type Fact, noSuchFact } from '../facts.ts';
import type { OutsideFactsStore } from '../outside-facts/outside-facts.store.ts';
import type { Latest } from '../queries/latest.ts';
import type { FactsDeps, MemberRef, Stretch } from '../sources.ts';
import type { FactNow } from './answer.ts';
import { clockValue } from './clock-values.ts';
import { type MeasureSources, measureNow, readNewestSleep, sleepReading } from './measure-values.ts';
import { isMedian, windowValues } from './window-values.ts';

export interface FactsNowDeps extends FactsDeps {
  readonly latest: (tenantId: string, userId: string, metrics: readonly string[] | undefined) => Promise<Latest>;
  readonly outsideFacts: Pick<OutsideFactsStore, 'known'>;
}

export interface FactsNow {
  /** What these facts are now. Throws invalid_input, naming it, for a name that is no fact's. */
  named(member: MemberRef, names: readonly string[]): Promise<FactValues>;
  /** Every measure that has a name of its own, and whatever others have told. */
  everyMeasure(member: MemberRef): Promise<FactValues>;
}

const dayAndNightSeconds = 86_400;

/** Facts in one answer, and among them those that may have to be read from three months of ticks each. */
const mostFacts = 200;
const mostFactsOfTicks = 24;

/** Facts of one member as they are now, in the member's own days. */
export function createFactsNow(deps: FactsNowDeps): FactsNow {
  return {
    async named(member, names) {
      const facts = new Map([...new Set(names)].map((name) => [name, parseFact(name) ?? refuse(name)] as const));
      requireBounded([...facts.values()]);
      const stretch = await nowOf(deps, member);
      // Known by now: whoever needs the days of the member does not ask for their zone again.
      const known = { ...deps, memberTimeZone: async () => stretch.timeZone };
      const [ofMeasures, ofWindows, ofClock] = await Promise.all([
        readMeasures(
          known,
          stretch,
          [...facts].flatMap(([name, fact]) => (fact.kind === 'measure' ? [[name, fact.measure] as const] : [])),
        ),
        readWindows(known, stretch, facts),
        Promise.all([...facts].flatMap(([name, fact]) => (fact.kind === 'clock' ? [readClock(known, stretch, name, fact)] : []))),
      ]);
      const found = new Map([...ofMeasures, ...ofWindows, ...ofClock]);
      return answerOf(
        stretch,
        [...facts.keys()].map((name) => [name, found.get(name) ?? { missing: 'no-data' }] as const),
      );
    },

    async everyMeasure(member) {
      const stretch = await nowOf(deps, member);
      return answerOf(stretch, [...(await readMeasures(deps, stretch, null))]);
    },
  };
}

function refuse(name: string): never {
  throw noSuchFact(name);
}

function requireBounded(facts: readonly NamedFact[]): void {
  const ofTicks = facts.filter((fact) => fact.kind === 'clock' || (fact.kind === 'window' && fact.window !== null && isMedian(fact.of)));
  if (facts.length <= mostFacts && ofTicks.length <= mostFactsOfTicks) return;
  throw new VigilError(
    'invalid_input',
    `Ask for at most ${mostFacts} facts at once, and ${mostFactsOfTicks} of them at times of the day or medians of a window.`,
    { fields: [{ field: 'facts', message: 'Too many at once' }] },
  );
}

/** The last 24 hours of a member. */
async function nowOf({ clock, memberTimeZone }: FactsDeps, { tenantId, userId }: MemberRef): Promise<Stretch> {
  const to = clock.now() / 1000;
  return { tenantId, userId, timeZone: await memberTimeZone(tenantId, userId), from: to - dayAndNightSeconds, to };
}

/** Measures under the names that they were asked by; null: all of them. */
async function readMeasures(
  deps: FactsNowDeps,
  stretch: Stretch,
  asked: readonly (readonly [string, Measure])[] | null,
): Promise<Map<string, FactNow>> {
  if (asked?.length === 0) return new Map();
  const { tenantId, userId, to: at, timeZone } = stretch;
  const isAsked = (from: string) => asked === null || asked.some(([, { origin }]) => origin.from === from);
  const ids = asked === null ? null : asked.map(([, { id }]) => id);
  const [about, latest, outside] = await Promise.all([
    deps.aboutMember(tenantId, userId),
    deps.latest(tenantId, userId, undefined),
    isAsked('outside') ? deps.outsideFacts.known(tenantId, userId, at * 1000, ids) : [],
  ]);
  const newestSleep = isAsked('sleep') ? await readNewestSleep(deps, stretch, latest) : null;
  const told = outside.flatMap(({ fact }) => parseFact(fact) ?? []).flatMap((fact) => (fact.kind === 'measure' ? [fact.measure] : []));
  const wanted = asked ?? [...measures, ...told].map((measure) => [measure.id, measure] as const);
  const ofSleep: MeasureSources['ofSleep'] = (origin) => sleepReading(origin, newestSleep, latest.latest);
  const sources = { about, latest, outside, ofSleep, at, timeZone };
  return new Map(wanted.map(([name, measure]) => [name, measureNow(measure, sources)]));
}

/** Facts of the last 24 hours, of 30 days and of three months, each stretch asked for once. Days end with today. */
async function readWindows(
  deps: FactsDeps,
  stretch: Stretch,
  facts: ReadonlyMap<string, NamedFact>,
): Promise<(readonly [string, FactNow])[]> {
  const windowed = [...facts].flatMap(([name, fact]) => (fact.kind === 'window' ? [{ name, ...fact }] : []));
  const found = await Promise.all(
    [...Map.groupBy(windowed, ({ window }) => window)].map(([window, inWindow]) =>
      windowValues(
        deps,
        within(stretch, window),
        inWindow.map(({ name, of }): Fact => ({ ...of, name })),
      ),
    ),
  );
  return found.flatMap((values) => [...values]);
}

function within(stretch: Stretch, window: FactWindow | null): Stretch {
  if (window === null) return stretch;
  const today = calendarDay(stretch.to, stretch.timeZone);
  return { ...stretch, from: startOfCalendarDay(today - windowDays[window] + 1, stretch.timeZone) };
}

async function readClock(deps: FactsDeps, stretch: Stretch, name: string, fact: ClockFact) {
  return [name, await clockValue(deps, stretch, fact)] as const;
}

function answerOf({ userId, to, timeZone }: Stretch, facts: readonly (readonly [string, FactNow])[]): FactValues {
  const answer: FactValues = { user_id: userId, at: to, timezone: timeZone, data: {}, readings: {}, missing: {}, stale: [] };
  const derived: Record<string, string> = {};
  for (const [name, fact] of facts) {
    if ('missing' in fact) {
      answer.missing[name] = fact.missing;
      continue;
    }
    answer.data[name] = fact.value;
    if (fact.reading) answer.readings[name] = fact.reading;
    if (fact.isStale) answer.stale.push(name);
    if (fact.derived) derived[name] = fact.derived;
  }
  return Object.keys(derived).length === 0 ? answer : { ...answer, derived };
}
