import type { TodayRow } from '@vigil/contract/triage-today.contract';
import { catalogue, isMetricId } from '@vigil/domain/metrics/catalogue';
import { parseTimeframe } from '@vigil/domain/timeframe/timeframe';
import { fixedText, roundTo } from '@vigil/domain/units/rounding';
import { displayDecimals, displayUnit, displayValue, type Units } from '@vigil/domain/units/unit-system';
import type { TFunction } from 'i18next';
import { ageInShort, ageInWords } from '#ui/age-in-words.ts';

/** A reason in words: what is amiss, how it is now, what the rule saw, and for how long. */
export interface ReasonTold {
  readonly title: string;
  /** The newest reading, with its change against the baseline and its age. Absent where the reason is about no metric. */
  readonly latest?: string;
  /** What the rule saw. */
  readonly fired?: string;
  readonly lasts: string;
  /** The newest reading says nothing about now, or there is none. */
  readonly isStale: boolean;
  /** On which side of the baseline it lay. */
  readonly side: 'high' | 'low' | null;
}

const daySeconds = 86_400;

type Reason = NonNullable<TodayRow['reason']>;

/** Figures are those that are read: a difference is that of the two numbers beside it. */
export function tellReason(
  reason: Reason,
  {
    units,
    nowSeconds,
    t,
    ui,
  }: { readonly units: Units; readonly nowSeconds: number; readonly t: TFunction<'today'>; readonly ui: TFunction<'ui'> },
): ReasonTold {
  const { metric, fired, latest, title, since } = reason;
  const age = (at: number) => ageInWords(ui, at, nowSeconds);
  const figure = (value: number) => figureOf(metric, value, reason.unit, units);
  const baseline = fired?.baseline ?? null;
  const change = (value: number) => (baseline === null ? null : figure(value).against(baseline));
  return {
    ...{ title, lasts: nowSeconds - since < 60 ? ui('justNow') : t('lasts', { time: ageInShort(ui, since, nowSeconds) }) },
    side: !fired || baseline === null ? null : fired.value >= baseline ? 'high' : 'low',
    isStale: metric !== null && (!latest || latest.isStale),
    ...(fired && { fired: firedIn(fired) }),
    ...(metric !== null && { latest: latestIn() }),
  };

  function firedIn({ value, at, compared }: NonNullable<Reason['fired']>): string {
    // What a person took is judged as at the end of its five minutes, which is ahead: no device's clock is.
    const said = { value: figure(value).text, age: age(Math.min(at, nowSeconds)) };
    if (baseline === null) return t('fired', said);
    return t('firedAgainst', { ...said, change: change(value), baseline: figure(baseline).text, compared: spanOf(compared) });
  }

  /** A timeframe string as it is said: 28 days. */
  function spanOf(text: string): string {
    const seconds = parseTimeframe(text)?.lengthSeconds ?? 0;
    return seconds > daySeconds
      ? t('days', { count: Math.round(seconds / daySeconds) })
      : t('hours', { count: Math.round(seconds / 3_600) });
  }

  function latestIn(): string {
    if (!latest) return t('latestUnknown');
    const said = { value: figure(latest.value).text, age: age(latest.at) };
    if (latest.isStale) return t('latestStale', said);
    return baseline === null ? t('latest', said) : t('latestAgainst', { ...said, change: change(latest.value) });
  }
}

function figureOf(metric: string | null, value: number, unit: string | null, units: Units) {
  const known = metric !== null && isMetricId(metric) ? catalogue[metric] : null;
  const digits = known ? displayDecimals(known, units) : 1;
  const inUnits = (one: number) => (known ? displayValue(known, one, units) : one);
  const shown = (one: number) => roundTo(inUnits(one), digits);
  const shownUnit = known ? displayUnit(known, units) : (unit ?? '');
  return {
    text: `${fixedText(inUnits(value), digits)} ${shownUnit}`.trim(),
    against(baseline: number): string {
      const difference = roundTo(shown(value) - shown(baseline), digits);
      // Percent of a percentage would be read as its points.
      if (shown(baseline) === 0 || shownUnit === '%') return signed(difference, digits);
      const [now, before] = [inUnits(value), inUnits(baseline)];
      return `${signed(difference, digits)}, ${signed((100 * (now - before)) / Math.abs(before), 0)} %`;
    },
  };
}

const signed = (value: number, digits: number) => `${value < 0 ? '−' : '+'}${fixedText(Math.abs(value), digits)}`;
