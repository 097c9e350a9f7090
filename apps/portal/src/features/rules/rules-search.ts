import * as z from 'zod/mini';
import { listSearch } from '#lib/list-search.ts';

/** What the address of the list of rules holds. */
export const rulesSearch = z.object(listSearch(['title', 'severity', 'state', 'changed']));
export type RulesSearch = z.output<typeof rulesSearch>;

/** What the address of a backtest holds: which one is shown, and whom the next one is about. */
export const backtestSearch = z.object({ run: z.optional(z.catch(z.optional(z.uuid()), undefined)) });
export type BacktestSearch = z.output<typeof backtestSearch>;
