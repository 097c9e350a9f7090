import type { Endpoint } from '@vigil/contract';
import * as z from 'zod';
import { compileCheck, wrong } from './compiled-check.ts';

/**
 * The answer as the contract allows it: fields that the contract does not name are left out, and a value of another shape
 * is our own defect, never sent. The error names the places, not the values.
 */
export function answerCheckOf({ id, response }: Endpoint): (answer: unknown) => unknown {
  const check = compileCheck(response);
  return (answer) => {
    const checked = check(answer);
    if (checked !== wrong) return checked;
    const result = z.core.safeParse(response, answer);
    if (result.success) return result.data;
    const places = result.error.issues.slice(0, 5).map((issue) => `${issue.path.join('.') || 'the answer'} (${issue.code})`);
    throw new Error(`${id} gave an answer that its contract does not allow, at ${places.join(', ')}`);
  };
}
