import { catalogue, type Metric } from '../metrics/catalogue.ts';
import { convertedDecimals, roundTo } from '../units/rounding.ts';
import { displayDecimals, displayUnit, keptUnits, shownInPlaceOf, type Units } from '../units/unit-system.ts';
import { levelAsRead } from './decide.ts';
import type { AlertRule } from './rule.ts';

/** What a level is a level of. */
export type Levelled = Pick<AlertRule, 'subject' | 'against'>;

/** The unit of a rule's levels; empty for a score and a survey. */
export function levelUnit({ subject, against }: Levelled, units: Units = keptUnits): string {
  if (against === 'percent') return '%';
  return subject.kind === 'metric' ? displayUnit(catalogue[subject.metric], units) : '';
}

/** How the reader's numbers are turned; null where levels are read as they are kept. */
interface LevelScale {
  readonly metric: Metric;
  readonly shown: (kept: number) => number;
  readonly kept: (shown: number) => number;
}

function scaleOf({ subject, against }: Levelled, units: Units): LevelScale | null {
  if (against === 'percent' || subject.kind !== 'metric') return null;
  const metric: Metric = catalogue[subject.metric];
  const unit = shownInPlaceOf(metric.ucum, units);
  if (!unit) return null;
  if (against === 'value') return { metric, shown: unit.convert, kept: unit.convertBack };
  // A difference is turned by the scale alone, without where it begins.
  const perKept = unit.convert(1) - unit.convert(0);
  return { metric, shown: (kept) => kept * perKept, kept: (shown) => shown / perKept };
}

/** A level that somebody typed in their units, as it is kept: with so many digits that it reads the same again. */
export function typedLevel(rule: Levelled, typed: number, units: Units): number {
  const scale = scaleOf(rule, units);
  return scale ? roundTo(scale.kept(typed), convertedDecimals) : typed;
}

/** Digits beyond those of the unit that a level may need: two of mmol/L tell each mg/dL from the next. */
const mostMoreDigits = 2;

/**
 * A level in the reader's units, without its unit: with the digits of the unit, and with more where it would be judged as another level
 * otherwise. 250 mg/dL are 13.9 mmol/L, and 251 are 13.93.
 */
export function levelText(rule: Levelled, level: number, units: Units = keptUnits): string {
  const scale = scaleOf(rule, units);
  if (!scale) {
    const isConverted = rule.subject.kind === 'metric' && roundTo(level, 2) !== level;
    return String(isConverted ? levelAsRead(rule, level) : roundTo(level, 2));
  }
  const [judged, shown, least] = [levelAsRead(rule, level), scale.shown(level), displayDecimals(scale.metric, units)];
  for (let decimals = least; decimals <= least + mostMoreDigits; decimals++) {
    const text = roundTo(shown, decimals);
    if (levelAsRead(rule, scale.kept(text)) === judged) return String(text);
  }
  return String(roundTo(shown, least));
}

/** Ends of what can be typed for a level, in the reader's units, rounded inward. */
export function levelEnds(rule: Levelled, [low, high]: readonly [low: number, high: number], units: Units): readonly [number, number] {
  const scale = scaleOf(rule, units);
  if (!scale) return [low, high];
  const factor = levelUnit(rule, units) === 'mmol/L' ? 10 : 1;
  return [Math.ceil(scale.shown(low) * factor) / factor, Math.floor(scale.shown(high) * factor) / factor];
}
