import { type FieldError, VigilError } from '@vigil/contract/errors';
import type { RuleVersionRow, WrittenVersion } from './rules.store.ts';

/** Two people changed the same: what each wrote stands beside each field in which the two differ. Nothing of a member is in it. */
export function changedMeanwhile(sent: WrittenVersion | null, read: number, stored: RuleVersionRow): VigilError {
  const message = `Somebody has changed this rule meanwhile: you have revision ${read}, and it is at ${stored.revision}. Nothing was stored; read the newer one and change that.`;
  return new VigilError('conflict', message, { fields: sent ? differences(sent, stored) : [isNow(stored.revision)] });
}

/** Two people said what holds for a member. What they said is about the member, and is not repeated in an error. */
export const saidMeanwhile = (read: number, now: number) =>
  new VigilError(
    'conflict',
    `Somebody has changed what holds for this member meanwhile: you have revision ${read}, and it is at ${now}. Nothing was stored; read what holds now and change that.`,
    { fields: [isNow(now)] },
  );

const isNow = (revision: number): FieldError => ({ field: 'revision', message: `Is ${revision} now` });

function differences(sent: WrittenVersion, stored: RuleVersionRow): FieldError[] {
  const ours = { title: sent.title, ...sent.definition };
  const theirs: Readonly<Record<string, unknown>> = { title: stored.title, ...stored.definition };
  return Object.entries(ours)
    .map(([field, value]) => ({ field, own: JSON.stringify(value), other: JSON.stringify(theirs[field]) }))
    .filter(({ field, own }) => !sameJson(own, theirs[field]))
    .map(({ field, own, other }) => ({
      field: field === 'title' ? field : `definition.${field}`,
      message: `Yours: ${own}; stored as version ${stored.version}: ${other}`,
    }));
}

/** The store orders the keys of objects in its own way. */
function sameJson(own: string, other: unknown): boolean {
  const ordered = (value: unknown) => JSON.stringify(value, typeof value === 'object' && value !== null ? Object.keys(value).sort() : null);
  return ordered(JSON.parse(own)) === ordered(other);
}
