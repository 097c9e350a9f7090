import { VigilError } from '@vigil/contract/errors';
import type { OutsideFacts } from '@vigil/contract/events-processor-facts.forms';
import type { Clock } from '#platform/clock.ts';
import type { MemberRef } from '../sources.ts';
import { faultsOf } from './outside-facts.rules.ts';
import type { OutsideFactsStore } from './outside-facts.store.ts';

/** Stores facts from outside; all or none. Answers how many are new. Throws invalid_input, naming what is wrong with which. */
export type OutsideFactsUseCase = (member: MemberRef, facts: OutsideFacts['facts'], by: string) => Promise<number>;

export function createOutsideFacts(store: OutsideFactsStore, clock: Clock): OutsideFactsUseCase {
  return async (member, facts, userId) => {
    const fields = faultsOf(facts, clock.now() / 1000);
    if (fields.length > 0) throw new VigilError('invalid_input', 'Nothing was stored: some of the facts cannot be used.', { fields });
    const sent = facts.map(({ time, ...fact }) => ({ ...fact, validAtMs: Math.round(time * 1000) }));
    return store.add(member, sent, { userId, atMs: clock.now() });
  };
}
