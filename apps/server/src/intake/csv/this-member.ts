import { VigilError } from '@vigil/contract/errors';
import type { Members } from '../members.ts';
import type { Named, PersonsFound } from './persons.ts';

const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;

/**
 * Throws `conflict` when a file names another member of the tenant, or another record or employee number than the member's, and
 * `invalid_input` when it could be about several persons.
 */
export async function requireThisMember(
  members: Members,
  { tenantId, userId }: { readonly tenantId: string; readonly userId: string },
  { refusal, named }: PersonsFound,
): Promise<void> {
  const { mrn, employeeId } = await members.identifiersOf(tenantId, userId);
  const own = new Set([userId, mrn, employeeId].flatMap((known) => (known ? [plain(known)] : [])));
  const isOwn = (value: string) => own.has(plain(value));
  const others = await otherMembers(members, { tenantId, userId }, named, isOwn);
  const ours = { mrn, employeeId };
  for (const { place, values, identifier, areNames } of named) {
    const isOthers = (value: string) => others.ids.has(plain(value)) || (areNames && others.names.has(plain(value)));
    const isAnother =
      identifier !== null && ours[identifier] && values.length > 0 && !values.some((value) => same(value, ours[identifier]));
    // Where this member is among several, the refusal offers the choice that is right.
    if (isAnother || (values.some(isOthers) && !(refusal && values.some(isOwn)))) throw aboutSomebodyElse(place);
  }
  if (refusal) throw new VigilError('invalid_input', refusal.message, { fields: [...refusal.fields] });
}

/** What of the values other members are known by, in lower case. One question to the database, and none where nothing is named. */
async function otherMembers(
  members: Members,
  { tenantId, userId }: { readonly tenantId: string; readonly userId: string },
  named: readonly Named[],
  isOwn: (value: string) => boolean,
): Promise<{ readonly ids: ReadonlySet<string>; readonly names: ReadonlySet<string> }> {
  const values = [...new Set(named.flatMap((one) => one.values.filter((value) => !isOwn(value)).map(plain)))];
  if (values.length === 0) return { ids: new Set(), names: new Set() };
  const names = [...new Set(named.flatMap((one) => (one.areNames ? one.values.map(plain) : [])))];
  const found = await members.otherMembersKnownBy(tenantId, userId, {
    ids: values.filter((value) => uuid.test(value)),
    numbers: values,
    names,
  });
  return { ids: new Set([...found.ids, ...found.numbers]), names: new Set(found.names) };
}

function plain(value: string): string {
  return value.trim().toLowerCase();
}

function same(one: string, other: string | null): boolean {
  return other !== null && plain(one) === plain(other);
}

function aboutSomebodyElse(place: string): VigilError {
  return new VigilError(
    'conflict',
    `The file is about somebody else: ${place} does not name this member; nothing was stored. Look whether it is the right file and the right member. Where it is about several, choose this member’s lines (person=).`,
    { fields: [{ field: 'userId', message: 'Not the member that the file names' }] },
  );
}
