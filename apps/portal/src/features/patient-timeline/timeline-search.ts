import { longestTimelineDays, timelineFilters, usualTimelineDays } from '@vigil/contract/registry-timeline.values';
import * as z from 'zod/mini';
import { listSearch, wordList } from '#lib/list-search.ts';

/** How far back the timeline can be read, in days. */
export const timelineRanges = [30, usualTimelineDays, longestTimelineDays] as const;

/** What the address of the timeline holds: which kinds are shown, all where none is named, how far back, and the searched text. */
export const timelineSearch = z.object({
  kinds: wordList(timelineFilters, []),
  days: z._default(z.catch(z.literal(timelineRanges), usualTimelineDays), usualTimelineDays),
  q: listSearch(['at']).q,
});
export type TimelineSearch = z.output<typeof timelineSearch>;
