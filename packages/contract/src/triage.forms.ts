import { consciousnessLevels } from '@vigil/domain/news2/score';
import * as z from 'zod/mini';

const id = z.uuid().check(z.toLowerCase());

/** What a clinician saw or decided, in their own name. The sender makes its `id`; sent again it is stored once. */
export const news2Statement = z.discriminatedUnion('kind', [
  z.strictObject({ id, kind: z.literal('consciousness'), value: z.enum(consciousnessLevels) }),
  z.strictObject({ id, kind: z.literal('oxygen'), value: z.enum(['air', 'oxygen']) }),
  /** Scale 2 is for hypercapnic respiratory failure only. */
  z.strictObject({ id, kind: z.literal('scale'), value: z.enum(['1', '2']) }),
  z.strictObject({ id, kind: z.literal('pregnancy'), value: z.enum(['yes', 'no']) }),
]);
export type News2StatementBody = z.output<typeof news2Statement>;
