import { todayScopes } from '@vigil/contract/triage-today.values';
import * as z from 'zod/mini';

/** What stands beside the list about a member: the work itself, or a way to reach them. */
export const workTabs = ['work', 'messaging', 'notes', 'calls'] as const;
export type WorkTab = (typeof workTabs)[number];

/** What the address of Today holds: choices and ids, nothing of a member. */
export const todaySearch = z.object({
  /** Empty: what was chosen last. */
  scope: z._default(z.catch(z.enum([...todayScopes, '']), ''), ''),
  cohort: z._default(z.catch(z.uuid(), ''), ''),
  /** Whose work stands beside the list; empty: nobody's. */
  member: z._default(z.catch(z.uuid(), ''), ''),
  /** Which part of it. */
  tab: z._default(z.catch(z.enum(workTabs), 'work'), 'work'),
  /** Of the open list, from 1. */
  page: z._default(z.catch(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(10_000)), 1), 1),
});
export type TodaySearch = z.output<typeof todaySearch>;
