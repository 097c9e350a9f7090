import { isDeepStrictEqual } from 'node:util';
import type { ClinicalResource } from './clinical-resource.ts';

/** What becomes of a resource that is brought in. */
export type BroughtIn =
  | 'new'
  | 'changed'
  | 'unchanged'
  /** What is stored is newer. */
  | 'older'
  /** Under the id of this one something else is stored. */
  | 'another';

/**
 * What becomes of a resource, given what is stored under its id. The same again changes nothing; what is newer takes the place of
 * the old, also when it says that the old was an error. Where ids are those of files, of which two may come from two systems, another
 * thing under the same id (no coding in common) is never taken for a correction.
 */
export function becomes(
  stored: ClinicalResource | undefined,
  sent: ClinicalResource,
  { trustsIds }: { readonly trustsIds: boolean },
): BroughtIn {
  if (!stored) return 'new';
  if (isDeepStrictEqual(essence(stored), essence(sent))) return 'unchanged';
  if (!trustsIds && !sent.isInError && !isAboutTheSame(stored, sent)) return 'another';
  const isOlder = stored.originUpdatedMs !== null && sent.originUpdatedMs !== null && sent.originUpdatedMs < stored.originUpdatedMs;
  return isOlder ? 'older' : 'changed';
}

/** As JSON keeps it: what is undefined is not there. */
const essence = ({ content, when }: ClinicalResource): unknown => JSON.parse(JSON.stringify({ content, when }));

function isAboutTheSame(one: ClinicalResource, other: ClinicalResource): boolean {
  if (one.codes.length === 0 && other.codes.length === 0) return true;
  return one.codes.some((code) => other.codes.includes(code));
}
