import type { Endpoint } from '@vigil/contract';
import type { WriteGuard } from '#platform/postgres/write-guard.ts';
import type { Admission } from './admission.ts';
import { namedIn } from './members-named.ts';
import type { RequestState } from './request-state.ts';

/** Has every member checked whom the call names where its rule says, before the handler sees it. */
export async function requireNamedMembers(
  { access: rule }: Endpoint,
  state: RequestState,
  admission: Pick<Admission, 'requireMember' | 'requireOwned'>,
  body: unknown,
): Promise<void> {
  const { ids, isNobody } = namedIn(rule, { query: state.query, body });
  if (isNobody) state.namedMembers = true;
  const owner = rule.kind === 'members-in-body' ? rule.owner : undefined;
  await Promise.all(
    ids.map((id) => state.checks.note(owner === undefined ? admission.requireMember(id) : admission.requireOwned(owner, id))),
  );
}

/** Until it is known whom a call is about it can store nothing, and once it was refused nothing more. */
export function writeGuardOf(endpoint: Endpoint, state: RequestState): WriteGuard {
  return {
    mayWrite: () => state.isHandled || saysWhom(endpoint, state),
    requireKept() {
      // What goes on after the answer is others' work as well.
      if (!state.isHandled) requireNotRefused(endpoint, state);
    },
  };
}

/** Throws the refusal of a member whom the handler asked about, unless the call answers for each one alone. */
function requireNotRefused({ access: rule }: Endpoint, { checks: { refusal } }: RequestState): void {
  const answersForEach = (rule.kind === 'members-in-body' || rule.kind === 'members-list') && rule.eachAlone === true;
  if (refusal && !answersForEach) throw refusal.error;
}

/** Whether the handler knows by now whom it may act for, where only it can find out. */
function saysWhom({ access: rule }: Endpoint, state: RequestState): boolean {
  if (rule.kind === 'members-list') return state.scope !== undefined;
  if (rule.kind === 'members-in-body') return state.checks.hasPassed || (rule.orNobody === true && isAboutNobody(state));
  return true;
}

const isAboutNobody = ({ namedMembers, trace }: RequestState): boolean => namedMembers && trace.members.size === 0;

/**
 * Whoever forgot to ask for the scope, or to check whom a body is about, would let everything through, and so would whoever
 * passed over a refusal: no answer leaves then.
 */
export async function requireMembersSaid(endpoint: Endpoint, state: RequestState): Promise<void> {
  await state.checks.settled();
  requireNotRefused(endpoint, state);
  const { access: rule, id } = endpoint;
  const { checks, scope, namedMembers, trace } = state;
  if (rule.kind === 'members-list' && !(scope && namedMembers))
    throw new Error(`${id} lists members without asking which ones the caller may see, or without naming those it shows`);
  // Members may call as well: the list of what is one's own must not name anybody else.
  if (rule.kind === 'members-list' && rule.own && scope && scope !== 'tenant' && ![...trace.members].every((one) => scope.includes(one)))
    throw new Error(`${id} lists what is the caller’s own, and names members whom the caller may not see`);
  if (rule.kind === 'members-in-body' && !saysWhom(endpoint, state) && !checks.refusal)
    throw new Error(`${id} takes members in its body and has not had them checked`);
}
