import type { Endpoint } from '@vigil/contract';
import { readsFiguresExactly } from '@vigil/contract/figures';
import { countStep } from '@vigil/domain/figures/withholding';
import type { Caller } from './route.ts';
import { valuesAt } from './values-at.ts';

/** Whether the caller is told the figures of a call as they are. */
export function isToldExactly({ figures }: Endpoint, caller: Caller): boolean {
  return figures === undefined || (caller.kind === 'person' && readsFiguresExactly(caller.roles, figures));
}

/**
 * Whoever forgot to compute figures over the caller's members, to say for the audit log whom they are about, or to make them coarse
 * for a caller who may not see those members, gets no answer out.
 */
export function requireFiguresInScope(
  endpoint: Endpoint,
  said: { readonly caller: Caller; readonly scope: unknown; readonly namedMembers: boolean },
  answer: unknown,
): void {
  const { figures, id } = endpoint;
  if (!figures) return;
  if (!(said.scope && said.namedMembers))
    throw new Error(`${id} tells figures over members without asking which ones the caller may see, or without naming whom they are about`);
  if (isToldExactly(endpoint, said.caller)) return;
  const isCoarse = (value: unknown) => value === null || value === undefined || (typeof value === 'number' && value % countStep === 0);
  const exact = figures.counts.filter((place) => !valuesAt(answer, place).every(isCoarse));
  if (exact.length > 0) throw new Error(`${id} tells exact counts to somebody who may not see the members, at ${exact.join(', ')}`);
}
