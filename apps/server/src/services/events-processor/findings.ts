import type { LoggedThing } from '@vigil/domain/facts/fact';
import type { Sleep } from '@vigil/domain/sleep/sleeps';
import type { Granularity } from '@vigil/domain/timeframe/granularity';
import type { StateInterval } from '@vigil/domain/timeframe/state-runs';
import type { GroupFigures, StepFigures, Steps } from '#services/ticks-store/index.ts';
import type { Fact } from './facts.ts';

/** What has been read for a question about facts over time. Unix seconds; [from, to). */
export interface Findings {
  readonly facts: readonly Fact[];
  readonly granularity: Granularity;
  readonly timeZone: string;
  readonly from: number;
  readonly to: number;
  /** The day that holds it is under way. */
  readonly now: number;
  readonly steps: Steps;
  /** Hours and days of the metrics whose facts are means of them. */
  readonly parts: Readonly<Record<'HOURLY' | 'DAILY', ReadonlyMap<string, readonly StepFigures[]>>>;
  /** For body mass indices; null: not known. */
  readonly heightM: number | null;
  readonly band: readonly StateInterval[];
  /** Sleeps that end in [from, to). */
  readonly sleeps: readonly Sleep[];
  /** What metrics did during those sleeps; `group` is the start of the step in which the sleep ends. */
  readonly asleep: readonly GroupFigures[];
  /** Seconds of movement and of rest by step; null where it cannot be told. */
  readonly movement: readonly {
    readonly start: number;
    readonly end: number;
    readonly active: number | null;
    readonly idle: number | null;
  }[];
  /** When people logged what was asked for, Unix seconds. What nobody keeps a log of is absent. */
  readonly logged: ReadonlyMap<LoggedThing, readonly number[]>;
  /** Anomaly scores of days. */
  readonly anomalies: readonly { readonly start: number; readonly end: number; readonly score: number }[];
  /** Resting heart rates derived for days (`restingHeartRates`), where the band sent none. */
  readonly restingRates: readonly { readonly at: number; readonly value: number }[];
}

/** Puts a fact's value into a step; nothing where it is null. */
export type Put = (step: { start: number; end: number }, name: string, value: number | null) => void;
