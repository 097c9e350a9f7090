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

/**
 * The checked query. A parameter that the call does not know is refused by its name: one that is passed over, such as a
 * filter, would answer with more than was asked for.
 */
export function checkQuery(schema: z.core.$ZodObject | undefined, sent: Readonly<Record<string, unknown>>): unknown {
  const known = schema ? Object.keys(schema._zod.def.shape) : [];
  const fields = Object.keys(sent)
    .filter((name) => !known.includes(name))
    .slice(0, fieldsLimit)
    .map((name) => ({ field: name.slice(0, fieldNameLimit), message: 'Is no query parameter of this call' }));
  if (fields.length > 0)
    throw new VigilError('invalid_input', `Not a query parameter of this call: ${fields.map(({ field }) => field).join(', ')}.`, {
      fields,
    });
  return schema ? checkInput(schema, sent, 'query') : {};
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
