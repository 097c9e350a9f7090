import * as z from 'zod/mini';
import { createDrafts } from '#lib/drafts.ts';
import { type Tried, triedShape } from '#lib/tried.ts';
import type { RotaLine } from './rota-lines.ts';

/** What is being written of the week of a role, which is its id and its subject. */
export interface RotaDraft {
  readonly id: string;
  /** That was read when writing began. */
  readonly version: number;
  readonly timeZone: string;
  readonly lines: readonly RotaLine[];
}

/** Who is to be on call instead, for a time, as it is being written. */
export interface CoverDraft {
  readonly id: string;
  readonly staffId: string;
  /** As day and time by the rota's clock. */
  readonly from: string;
  readonly until: string;
  readonly tried?: Tried | undefined;
}

const line = z.object({ id: z.string(), weekdays: z.array(z.number()), from: z.string(), to: z.string(), staffId: z.string() });
const rota = z.object({ id: z.string(), version: z.number(), timeZone: z.string(), lines: z.array(line) });
const cover = z.object({ id: z.string(), staffId: z.string(), from: z.string(), until: z.string(), tried: z.optional(triedShape) });

/** By role. */
export const rotaDrafts = createDrafts<RotaDraft>('on-call-rota', (found) => rota.safeParse(found).data ?? null);
export const coverDrafts = createDrafts<CoverDraft>('on-call-cover', (found) => cover.safeParse(found).data ?? null);
