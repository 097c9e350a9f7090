import type { SleepRecord } from '@vigil/contract/events-processor.contract';
import type { Tick } from '@vigil/contract/ticks-store.contract';
import { readingsOf } from '#charts/readings.ts';
import type { TimeSpan } from '#charts/series.ts';
import { summarize } from '#charts/summary.ts';
import { writeNumber } from '#charts/write-value.ts';
import type { Write } from './messages.ts';
import { asleepWithin } from './panels/asleep-within.ts';
import { writeDuration } from './panels/write-duration.ts';

interface LastDay {
  readonly span: TimeSpan;
  readonly ticks: readonly Tick[];
  readonly facts: readonly Tick[];
  readonly sleeps: readonly SleepRecord[];
}

/**
 * The last 24 hours in three plain sentences: sleep, movement, heart. What was not recorded is said to be so. They tell what
 * was measured and judge nothing: no sentence says whether a value is good.
 */
export function ownSentences({ span, ticks, facts, sleeps }: LastDay, write: Write, locale: string): readonly string[] {
  const asleep = sleeps.reduce((sum, sleep) => sum + asleepWithin(sleep, span), 0);
  const counted = facts.map((fact) => fact.data.steps_sum).filter((steps) => steps !== undefined);
  const heart = summarize({ points: readingsOf(ticks, 'heart_rate', false) }, span);
  const number = (value: number) => writeNumber(value, 0, locale);
  return [
    asleep === 0 ? write('own.noSleep') : write('own.slept', { asleep: writeDuration(asleep, write) }),
    counted.length === 0 ? write('own.noSteps') : write('own.steps', { count: Math.round(counted.reduce((sum, steps) => sum + steps, 0)) }),
    heart === null
      ? write('own.noHeart')
      : write('own.heart', { mean: number(heart.mean), low: number(heart.low), high: number(heart.high) }),
  ];
}
