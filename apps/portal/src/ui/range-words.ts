import './messages.ts';
import type { OutOfRange } from '@vigil/domain/alerts/out-of-range';
import { levelWords, minutesInWords, timeframeWords } from '@vigil/domain/alerts/rule-words';
import type { MetricId } from '@vigil/domain/metrics/catalogue';
import type { Units } from '@vigil/domain/units/unit-system';
import type { TFunction } from 'i18next';

/** What was said of a reading that is out of range. */
export interface RangeWords {
  /** "91 % or less"; the rule's title where it compares with the member's own baseline. */
  readonly limit: string;
  /** "Alert limit: 91 % or less (Critical), set for this member". */
  readonly rule: string;
  /** What became of it: "Alert open", "No alert yet: 6 min of 15 min". */
  readonly alert: string;
  /** The same in one or two words; null while an alert is open. */
  readonly short: string | null;
}

interface ReadBy {
  readonly units: Units;
  readonly nowSeconds: number;
}

/** Why a reading of a metric is out of range, and why there is or isn't an alert about it. */
export function rangeWords(t: TFunction<'ui'>, metric: MetricId, mark: OutOfRange, { units, nowSeconds }: ReadBy): RangeWords {
  const severity = t(`severity.${mark.severity}`);
  const limit = limitWords(t, metric, mark, units);
  const rule = mark.limit === null ? t('outOfRange.rule', { title: mark.title, severity }) : t('outOfRange.limit', { limit, severity });
  const whole = mark.setBy === 'tenant' ? rule : t(`outOfRange.setBy.${mark.setBy}`, { rule });
  return { limit, rule: whole, ...alertWords(t, mark, nowSeconds) };
}

function limitWords(t: TFunction<'ui'>, metric: MetricId, { limit, side, title }: OutOfRange, units: Units): string {
  if (limit === null) return title;
  const level = levelWords({ subject: { kind: 'metric', metric }, against: 'value' }, limit, { units });
  return t(side === 'high' ? 'outOfRange.atLeast' : 'outOfRange.atMost', { limit: level });
}

function alertWords(t: TFunction<'ui'>, mark: OutOfRange, nowSeconds: number): Pick<RangeWords, 'alert' | 'short'> {
  const { alert, alertSince, aggregate, persistMinutes, window } = mark;
  if (alert === 'open') return { alert: t('outOfRange.open'), short: null };
  const needed = minutesInWords(persistMinutes);
  const heldMinutes = Math.max(0, Math.min(persistMinutes, Math.floor((nowSeconds - (alertSince ?? nowSeconds)) / 60)));
  const [held, left] = [minutesInWords(heldMinutes), minutesInWords(persistMinutes - heldMinutes)];
  const why = alert !== 'none' ? alert : aggregate === 'mean' ? 'mean' : persistMinutes > 0 ? 'single' : 'new';
  const said = { held, left, needed, window: timeframeWords(window) };
  return { alert: t(`outOfRange.${why}`, said), short: t(`outOfRange.short.${why}`, said) };
}
