import * as z from 'zod/mini';
import { typed } from './readable-text.forms.ts';
import {
  handoffScopes,
  longestContingency,
  longestReadBack,
  longestSituation,
  longestSummary,
  longestToDo,
  mostMembersSaved,
} from './triage-handoffs.values.ts';

const id = z.uuid().check(z.toLowerCase());
const revision = z.int().check(z.minimum(0), z.maximum(1_000_000));

/** What is written about one member; empty texts say nothing. */
export const handoffText = z.strictObject({
  user_id: id,
  summary: typed(0, longestSummary),
  /** One thing a line. */
  to_do: typed(0, longestToDo),
  /** If this happens, then do that. */
  contingency: typed(0, longestContingency),
});
export type HandoffText = z.output<typeof handoffText>;

/**
 * A draft as it is to be: what of it is known by `revision` (0: nothing is stored). Members whom it does not name keep the texts that
 * they have.
 */
export const savedHandoff = z.strictObject({
  revision,
  /** From when on it tells, in Unix seconds; null: as the rota and the last handoff say. */
  since: z.nullable(z.number().check(z.minimum(0), z.maximum(99_999_999_999))),
  /** Null: all while the author is on call, else whom the author looks after. */
  scope: z.nullable(z.enum(handoffScopes)),
  situation: typed(0, longestSituation),
  members: z.array(handoffText).check(
    z.maxLength(mostMembersSaved),
    z.refine((all) => new Set(all.map(({ user_id }) => user_id)).size === all.length, 'Names a member twice'),
  ),
});
export type SavedHandoff = z.output<typeof savedHandoff>;

/** To whom a draft goes, as it was saved last. */
export const handingOver = z.strictObject({ revision, to_id: id });
export type HandingOver = z.output<typeof handingOver>;

/** What the receiver understood, in their own words; may be left empty. */
export const acknowledgement = z.strictObject({ read_back: typed(0, longestReadBack) });
