import { VigilError } from '@vigil/contract/errors';
import { actionRolesOf } from '@vigil/domain/actions/moves';
import type { Caller, RequestContext } from '#http/route.ts';
import type { StoredPush } from './notification.store.ts';

/** What a stream carries: what is told to holders of one role, or to a person with all of the person's roles. */
export type Subject = { readonly role: string } | { readonly userId: string };

/** The caller of an open stream as judged a moment ago. */
export type Judged = Awaited<ReturnType<RequestContext['judgeAnew']>>;

/** Whether a push may be one for the stream, whichever roles the person holds when it is told. */
export function mayConcern(push: StoredPush, subject: Subject): boolean {
  return 'role' in subject ? push.roles.includes(subject.role) : push.roles.length > 0 || push.userIds.includes(subject.userId);
}

/** Members who are judged at the same time: many are told of together, and one after the other the last would come late. */
const abreast = 8;

/** Of these pushes, those that are addressed to the stream and about nobody whom the person may not see. */
export async function permitted(pushes: readonly StoredPush[], subject: Subject, judged: Judged): Promise<StoredPush[]> {
  const roles = rolesOf(judged.caller);
  const addressed = pushes.filter((push) => isFor(push, subject, roles));
  const members = [...new Set(addressed.flatMap(({ patientId }) => patientId ?? []))];
  const seen = new Set<string>();
  for (let next = 0; next < members.length; next += abreast) {
    const some = members.slice(next, next + abreast);
    const may = await Promise.all(some.map((member) => judged.requireMember(member).then(() => true, refused)));
    for (const [index, member] of some.entries()) if (may[index]) seen.add(member);
  }
  return addressed.filter(({ patientId }) => patientId === null || seen.has(patientId));
}

/** With what they are counted as: whoever is only a clinician is told what is for physicians. */
export function rolesOf(caller: Caller): readonly string[] {
  return caller.kind === 'person' ? [...new Set<string>([...caller.roles, ...actionRolesOf(caller.roles)])] : [];
}

/** Whether a refusal means that the session is over, and not that its token has to be renewed or the server is away. */
export function endsSession(refusal: unknown): boolean {
  return refusal instanceof VigilError && refusal.status < 500 && refusal.status !== 429 && refusal.code !== 'token_expired';
}

function isFor(push: StoredPush, subject: Subject, roles: readonly string[]): boolean {
  if ('role' in subject) return push.roles.includes(subject.role) && roles.includes(subject.role);
  return push.userIds.includes(subject.userId) || push.roles.some((role) => roles.includes(role));
}

/** Not to see a member is an answer; that it cannot be asked is none. */
function refused(reason: unknown): boolean {
  if (reason instanceof VigilError && reason.status < 500) return false;
  throw reason;
}
