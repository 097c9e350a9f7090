import { catalogue } from '../metrics/catalogue.ts';
import type { Units } from '../units/unit-system.ts';
import { reasonFigures } from './reason-figures.ts';
import type { AttentionReason } from './reasons.ts';

const gaps = { 'never-synced': 'Never synced', 'not-syncing': 'Not syncing', 'off-wrist': 'Band off wrist' } as const;

/** A reason to look at somebody as files say it, in English: `SpO2 90 % (−1, limit 91 %)`, `Not syncing`. */
export function reasonInEnglish(reason: AttentionReason, units: Units): string {
  if (reason.kind === 'gap') return gaps[reason.gap];
  const { value, reference, delta, unit, side } = reasonFigures(reason, units);
  const written = (number: string) => `${number} ${unit}`.trim();
  const measured = `${catalogue[reason.metric].label} ${written(value)}`;
  if (reason.kind === 'limit') {
    if (reference === null) return `${measured} (${reason.title})`;
    return `${measured} (${delta === null ? 'at the limit of' : `${delta}, limit`} ${written(reference)})`;
  }
  const usual = `usual ${written(reference ?? '')}`;
  return `${measured} (${delta === null ? `just ${side === 'high' ? 'above' : 'below'} ${usual}` : `${delta}, ${usual}`})`;
}
