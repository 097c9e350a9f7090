import { type FieldError, VigilError } from '@vigil/contract/errors';
import * as z from 'zod';

const fieldsLimit = 20;
const fieldNameLimit = 120;

/** The checked and converted value. Throws invalid_input with the names of the fields; messages never repeat what was sent. */
export function checkInput(schema: z.core.$ZodType, value: unknown, root: 'path' | 'query' | 'body'): unknown {
  const result = z.core.safeParse(schema, value);
  if (result.success) return result.data;
  const fields = fieldErrors(result.error.issues, root);
  const first = fields[0];
  throw new VigilError('invalid_input', first ? `${first.field}: ${first.message}` : 'Something that was sent cannot be used.', { fields });
}

function fieldErrors(issues: readonly z.core.$ZodIssue[], root: string): FieldError[] {
  const fields: FieldError[] = [];
  for (const issue of issues) {
    if (fields.length === fieldsLimit) break;
    const field = issue.path.map(String).join('.').slice(0, fieldNameLimit) || root;
    fields.push({ field, message: messageOf(issue) });
  }
  return fields;
}

/** Zod's sentence, but for the two that could carry what was sent. */
function messageOf(issue: z.core.$ZodIssue): string {
  if (issue.code === 'unrecognized_keys') return 'Has keys that are not known here';
  if (issue.code === 'invalid_union') return 'Is none of the allowed forms';
  return issue.message;
}
