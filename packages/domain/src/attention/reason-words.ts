import { catalogue } from '../metrics/catalogue.ts';
import { roundTo } from '../units/rounding.ts';
import { displayUnit, displayValue, type UnitSystem } from '../units/unit-system.ts';
import type { AttentionReason } from './reasons.ts';

const gaps = { 'never-synced': 'Never synced', 'not-syncing': 'Not syncing', 'off-wrist': 'Band off wrist' } as const;

/** A reason to look at somebody as files say it, in English: `SpO2 90 % (−6, below 96 %)`, `Not syncing`. */
export function reasonInEnglish(reason: AttentionReason, units: UnitSystem): string {
  if (reason.kind === 'gap') return gaps[reason.gap];
  const metric = catalogue[reason.metric];
  const shown = (value: number) => roundTo(displayValue(metric, value, units), metric.decimals);
  const [value, reference] = [shown(reason.value), shown(reason.reference)];
  const written = (number: number) => `${number.toFixed(metric.decimals)} ${displayUnit(metric, units)}`.trim();
  // The difference of what is read, so that nobody who subtracts finds another number.
  const delta = roundTo(value - reference, metric.decimals);
  const against = reason.kind === 'change' ? 'usual' : reason.value >= reason.reference ? 'above' : 'below';
  return `${metric.label} ${written(value)} (${delta < 0 ? '−' : '+'}${Math.abs(delta).toFixed(metric.decimals)}, ${against} ${written(reference)})`;
}
