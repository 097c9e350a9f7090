import { catalogue } from '../metrics/catalogue.ts';
import type { Units } from '../units/unit-system.ts';
import { reasonFigures } from './reason-figures.ts';
import type { AttentionReason } from './reasons.ts';

const gaps = { 'never-synced': 'Never synced', 'not-syncing': 'Not syncing', 'off-wrist': 'Band off wrist' } as const;

/** A reason to look at somebody as files say it, in English: `SpO2 90 % (−6, below 96 %)`, `Not syncing`. */
export function reasonInEnglish(reason: AttentionReason, units: Units): string {
  if (reason.kind === 'gap') return gaps[reason.gap];
  const { value, reference, delta, unit, side } = reasonFigures(reason, units);
  const beyond = side === 'high' ? 'above' : 'below';
  const written = (number: string) => `${number} ${unit}`.trim();
  const from = `${reason.kind === 'change' ? 'usual ' : ''}${written(reference)}`;
  const against = delta === null ? `just ${beyond} ${from}` : `${delta}, ${reason.kind === 'change' ? '' : `${beyond} `}${from}`;
  return `${catalogue[reason.metric].label} ${written(value)} (${against})`;
}
