import { createHmac } from 'node:crypto';
import * as z from 'zod';
import { sealHolds } from '../audit-entry.ts';

const anchoredHead = z.object({
  sequence: z.int().positive(),
  /** Of that entry; hexadecimal. */
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  /** The entry was missed or found changed when the server went on: the head is not moved any further. */
  broken: z.literal(true).optional(),
});

const findings = ['missing', 'changed', 'put back', 'replaced'] as const;

const anchorSchema = z.object({
  format: z.literal(1),
  /** The data directory that it is kept in; see `placeOf`. */
  place: z.string(),
  /** How often it has been written. */
  writes: z.int().nonnegative(),
  at: z.iso.datetime(),
  /** What had happened to the anchor before this one when the server went on. Kept for good. */
  found: z.array(z.object({ at: z.iso.datetime(), what: z.enum(findings) })),
  tenants: z.record(z.uuid(), anchoredHead),
});

const sealedSchema = anchorSchema.extend({ seal: z.string() });

/** The last entry of a tenant's chain that is known to have been written. */
export type AnchoredHead = z.infer<typeof anchoredHead>;

/**
 * How far the audit log had come at a moment: every entry named here must stand in the log for ever, with this hash.
 * The log may be ahead of it and never behind. It names tenants by id, and no person.
 */
export type Anchor = z.infer<typeof anchorSchema>;

export type AnchorFinding = (typeof findings)[number];

/** One line of JSON, sealed with the key that the database does not hold. */
export function sealedLine(key: string, anchor: Anchor): string {
  return JSON.stringify({ ...anchor, seal: sealOf(key, anchor) });
}

/** `changed` when it is no anchor, or not one sealed with this key. */
export function readSealed(key: string, value: unknown): Anchor | 'changed' {
  const parsed = sealedSchema.safeParse(value);
  if (!parsed.success) return 'changed';
  const { seal, ...anchor } = parsed.data;
  return sealHolds(Buffer.from(seal, 'hex'), Buffer.from(sealOf(key, anchor), 'hex')) ? anchor : 'changed';
}

function sealOf(key: string, { format, place, writes, at, found, tenants }: Anchor): string {
  const heads = Object.entries(tenants)
    .map(([tenant, head]) => [tenant, head.sequence, head.hash, head.broken ?? false] as const)
    .sort(([one], [other]) => (one < other ? -1 : 1));
  return createHmac('sha256', key)
    .update(JSON.stringify(['anchor', format, place, writes, at, found.map((one) => [one.at, one.what]), heads]))
    .digest('hex');
}

/** Log collectors cut long lines. */
const tenantsPerLine = 100;

/** The anchor as sealed lines, each an anchor of its own: for a log, or for keeping somewhere else. */
export function sealedLines(key: string, anchor: Anchor): string[] {
  const heads = Object.entries(anchor.tenants);
  return Array.from({ length: Math.max(1, Math.ceil(heads.length / tenantsPerLine)) }, (_, page) =>
    sealedLine(key, { ...anchor, tenants: Object.fromEntries(heads.slice(page * tenantsPerLine, (page + 1) * tenantsPerLine)) }),
  );
}
