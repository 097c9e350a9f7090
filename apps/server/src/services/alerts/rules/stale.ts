import { type FieldError, VigilError } from '@vigil/contract/errors';
import type { RuleVersionRow, WrittenVersion } from './rules.store.ts';

/** Two people changed the same: what each wrote stands beside each field in which the two differ. Nothing of a member is in it. */
export function changedMeanwhile(sent: WrittenVersion | null, stored: RuleVersionRow): VigilError {
  const message = `Somebody has changed this rule meanwhile: it is at revision ${stored.revision}. Nothing was stored; read the newer one and change that.`;
  return new VigilError('conflict', message, { fields: sent ? differences(sent, stored) : [] });
}

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
