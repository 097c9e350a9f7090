import { restingHeartRates } from '@vigil/domain/heart/resting-heart-rate';
import type { Sleep } from '@vigil/domain/sleep/sleeps';
import { startOfStep } from '@vigil/domain/timeframe/zone';
import { type GroupFigures, intervalMs, type Steps } from '#services/ticks-store/index.ts';
import { readAnomalies } from './anomalies.ts';
import { isDerivable } from './derived-facts.ts';
import { daysOf, type Fact, isOfBand, metricOf, partsOf } from './facts.ts';
import type { Findings } from './findings.ts';
import { readMovement } from './movement.ts';
import { type FactsDeps, type FactsQuestion, type MemberRef, readBand, type Stretch, sleepsAround, stepsOf } from './sources.ts';

/** Everything that the facts of a question need, each source asked once, at the same time. */
export async function readFindings(deps: FactsDeps, question: FactsQuestion, facts: readonly Fact[]): Promise<Findings> {
  const [steps, hourly, daily, heightM, band, movement, logged, anomalies, [sleeps, asleep]] = await Promise.all([
    readSteps(deps, question, facts),
    readParts(deps, question, facts, 'HOURLY'),
    readParts(deps, question, facts, 'DAILY'),
    readHeight(deps, question, facts),
    facts.some(isOfBand) ? readBand(deps, question) : [],
    readMovement(deps, question, facts),
    readLogged(deps, question, facts),
    facts.some(({ kind }) => kind === 'anomaly') ? readAnomalies(deps, question) : [],
    readSleeps(deps, question, facts).then(async (found) => [found, await readAsleep(deps, question, facts, found)] as const),
  ]);
  const { granularity, timeZone, from, to } = question;
  return {
    ...{ facts, granularity, timeZone, from, to, now: deps.clock.now() / 1000 },
    ...{ steps, parts: { HOURLY: hourly, DAILY: daily }, heightM, band, sleeps, asleep, movement, logged, anomalies },
    restingRates: await readRestingRates(deps, question, facts, steps.steps.has('rhr') || daily.has('rhr')),
  };
}

/** All metrics of a question in one statement; nothing is asked when no fact is of a metric. */
async function readSteps(deps: FactsDeps, question: FactsQuestion, facts: readonly Fact[]): Promise<Steps> {
  const read = facts.map(metricOf).filter((metric) => metric !== null);
  const days = new Set(facts.map(daysOf).filter((metric) => metric !== null));
  const metrics = new Set([...read.map(({ metric }) => metric), ...days]);
  const medians = new Set(read.filter(({ reduction }) => reduction === 'median').map(({ metric }) => metric));
  const movingAverages = new Set(facts.filter((fact) => fact.kind === 'movingAverage').map((fact) => fact.metric));
  if (metrics.size + movingAverages.size === 0) return { steps: new Map(), hours: new Map() };
  return deps.ticks.steps({
    ...(await stepsOf(deps, question, question.granularity)),
    metrics: [...metrics],
    extremes: read.some(({ reduction }) => reduction === 'min' || reduction === 'max'),
    medians: [...medians],
    days: [...days],
    movingAverages: [...movingAverages],
  });
}

/** The hours or days of metrics whose facts are means of them, from rollups. */
async function readParts(
  deps: FactsDeps,
  question: FactsQuestion,
  facts: readonly Fact[],
  parts: 'HOURLY' | 'DAILY',
): Promise<Steps['steps']> {
  const asked = facts.map(partsOf).filter((of) => of?.parts === parts);
  const metrics = new Set(asked.flatMap((of) => (of ? [of.metric] : [])));
  if (metrics.size === 0) return new Map();
  const nothingElse = { extremes: false, medians: [], days: [], movingAverages: [] };
  return (await deps.ticks.steps({ ...(await stepsOf(deps, question, parts)), metrics: [...metrics], ...nothingElse })).steps;
}

async function readHeight({ aboutMember }: FactsDeps, { tenantId, userId }: MemberRef, facts: readonly Fact[]): Promise<number | null> {
  return facts.some(({ kind }) => kind === 'bmi') ? (await aboutMember(tenantId, userId)).heightM : null;
}

/** Resting heart rates by the day, from the hours of heart rate: asked only where the band sent none in the whole interval. */
async function readRestingRates(
  { ticks, clock }: FactsDeps,
  { tenantId, userId, granularity, timeZone, from, to }: FactsQuestion,
  facts: readonly Fact[],
  isSent: boolean,
): Promise<Findings['restingRates']> {
  if (granularity === 'HOURLY' || isSent || !facts.some(isDerivable)) return [];
  const hours = await ticks.steps({
    ...{ tenantId, userId, timeZone, memberTimeZone: timeZone, granularity: 'HOURLY', nowMs: clock.now() },
    ...intervalMs(from, to, 'to_ts'),
    ...{ metrics: ['heart_rate'], extremes: false, medians: [], days: [], movingAverages: [] },
  });
  return restingHeartRates(hours.steps.get('heart_rate') ?? [], timeZone);
}

async function readLogged(
  { loggedAt }: FactsDeps,
  { tenantId, userId, from, to }: Stretch,
  facts: readonly Fact[],
): Promise<Findings['logged']> {
  const asked = [...new Set(facts.flatMap((fact) => (fact.kind === 'logged' ? [fact.of] : [])))];
  return new Map(await Promise.all(asked.map(async (of) => [of, await loggedAt({ tenantId, userId, of, from, to })] as const)));
}

async function readSleeps(deps: FactsDeps, question: FactsQuestion, facts: readonly Fact[]): Promise<readonly Sleep[]> {
  if (!facts.some((fact) => fact.kind === 'sleep' || fact.kind === 'asleep')) return [];
  const sleeps = await sleepsAround(deps, question, question.from, question.to);
  return sleeps.filter((sleep) => sleep.end >= question.from && sleep.end < question.to);
}

async function readAsleep(
  { ticks }: FactsDeps,
  { tenantId, userId, granularity, timeZone }: FactsQuestion,
  facts: readonly Fact[],
  sleeps: readonly Sleep[],
): Promise<readonly GroupFigures[]> {
  const metrics = new Set(facts.filter((fact) => fact.kind === 'asleep').map((fact) => fact.metric));
  if (metrics.size === 0) return [];
  const spans = sleeps.map((sleep) => ({ start: sleep.onset, end: sleep.end, group: startOfStep(sleep.end, granularity, timeZone) }));
  return ticks.spans({ tenantId, userId, metrics: [...metrics], spans });
}
