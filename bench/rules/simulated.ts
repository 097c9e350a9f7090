import type { MetricId } from '@vigil/domain/metrics/catalogue';
import { calendarDay } from '@vigil/domain/timeframe/zone';
import { readings, type StoryId, type SyntheticMember, storyIds, syntheticMembers } from '@vigil/simulator';
import type { Column, Person } from './person.ts';

/** A synthetic member: who they are, what was read of them, and what happens to them; null: they are well. */
export interface Simulated {
  readonly person: Person;
  readonly story: StoryId | null;
  /** The present of the story in days since 1970 of the member's calendar. */
  readonly today: number;
}

const dayMs = 86_400_000;
/** So many days are known before the present of a story, and it goes on for so many. */
const historyDays = 90;
const daysAhead = 10;
const firstSeed = 20_261;
const demonstration = { tenantCode: 'demo', historyDays } as const;

/** Well people of the demonstration at a moment that stays the same, so that figures do. */
export function* wellPeople(count: number, epochMs: number): Generator<Simulated> {
  // Some have joined later, are on hold or have left.
  const members = syntheticMembers({ ...demonstration, seed: firstSeed, count: 20 + 2 * count, epochMs });
  const wholeMs = epochMs - (historyDays - 1) * dayMs;
  const isWell = ({ story, status, fromMs }: SyntheticMember) => story === null && status === 'ACTIVE' && fromMs <= wholeMs;
  for (const member of members.filter(isWell).slice(0, count)) yield simulatedOf(member);
}

/** Somebody with a story, and how the same weeks would have been for them without it. */
export interface WithStory extends Simulated {
  readonly story: StoryId;
  readonly unchanged: () => Person;
}

/** One of each story that the demonstration tells, as it goes with several people. */
export function* peopleWithStories(courses: number, epochMs: number): Generator<WithStory> {
  for (let course = 0; course < courses; course++)
    for (const member of syntheticMembers({ ...demonstration, seed: firstSeed + course, count: storyIds.length, epochMs }))
      if (member.story !== null)
        yield { ...simulatedOf(member), story: member.story, unchanged: () => personOf(member, storyBeginsLater(member)) };
}

/** Day by day their body, their habits and chance are as they were; what happens to them is still to come. */
const storyBeginsLater = (member: SyntheticMember): SyntheticMember => ({ ...member, epochMs: member.epochMs + 365 * dayMs });

const simulatedOf = (member: SyntheticMember): Simulated => ({
  ...{ person: personOf(member), story: member.story, today: calendarDay(member.epochMs / 1000, member.timeZone) },
});

function personOf(member: SyntheticMember, lived = member): Person {
  const fromMs = member.epochMs - historyDays * dayMs;
  const toMs = member.epochMs + daysAhead * dayMs;
  const parts = Map.groupBy(readings(lived, fromMs, toMs).series, ({ metric }) => metric);
  const columns = new Map([...parts].map(([metric, series]): [MetricId, Column] => [metric, inOrder(series)]));
  return {
    timeZone: member.timeZone,
    birthDate: member.birthDate,
    columns,
    worn: null,
    fromSeconds: fromMs / 1000,
    toSeconds: toMs / 1000,
  };
}

/** What a device sent and what was typed in, as one. */
function inOrder(series: readonly { readonly timestampsMs: Float64Array; readonly values: Float64Array }[]): Column {
  const all = series.flatMap(({ timestampsMs, values }) =>
    Array.from(timestampsMs, (ms, index) => [ms / 1000, values[index] ?? 0] as const),
  );
  all.sort(([a], [b]) => a - b);
  return { seconds: Float64Array.from(all, ([at]) => at), values: Float64Array.from(all, ([, value]) => value) };
}
