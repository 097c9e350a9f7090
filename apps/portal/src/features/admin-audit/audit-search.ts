import { dataKinds } from '@vigil/contract/privacy.values';
import * as z from 'zod/mini';

/** Takes nothing where the address has nothing that makes sense: a mistyped link still opens. */
const optional = <S extends z.ZodMiniType>(schema: S) => z.catch(z.optional(schema), undefined);
const day = z.string().check(z.regex(/^\d{4}-\d\d-\d\d$/));

/** What the address of the audit log holds: its filter. Days are of the browser's zone, the last one is part of it. */
export const auditSearch = z.object({
  member: optional(z.uuid()),
  actor: optional(z.uuid()),
  /** Bands send all day: what they do is shown when it is asked for. */
  by: z._default(z.catch(z.enum(['PEOPLE', 'DEVICES', 'ALL']), 'PEOPLE'), 'PEOPLE'),
  from: optional(day),
  to: optional(day),
  kind: optional(z.enum(['READ', 'WRITE'])),
  outcome: optional(z.enum(['DONE', 'REFUSED'])),
  about: optional(z.enum(dataKinds)),
});
export type AuditSearch = z.output<typeof auditSearch>;

/** The filter that a link without one opens. */
export const usualSearch: AuditSearch = { by: 'PEOPLE' };

const dayMs = 86_400_000;
const startOf = (text: string) => new Date(`${text}T00:00`).getTime();

/** The filter as the call is asked it. */
export function askedOf({ by, from, to, ...same }: AuditSearch) {
  return {
    ...same,
    ...(by !== 'ALL' && { by }),
    ...(from !== undefined && { from: startOf(from) }),
    // The day after begins 23 to 25 hours later, where clocks change.
    ...(to !== undefined && { to: startOf(new Date(startOf(to) + 1.5 * dayMs).toLocaleDateString('sv')) }),
  };
}
