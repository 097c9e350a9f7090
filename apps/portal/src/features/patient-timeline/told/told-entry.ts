import type { Priority } from '@vigil/contract/factuary-actions.values';
import type { IconName } from '#ui/icons.tsx';

/** A page of the member's, with what its address holds. */
export interface TimelinePage {
  readonly page: 'analysis' | 'content' | 'data' | 'log' | 'surveys' | 'team';
  readonly search: Readonly<Record<string, string | number>>;
}

/** What opens beside the page of a member. */
export type TimelineTab = 'actions' | 'notes' | 'messaging' | 'calls';

/** How one entry is told. */
export interface ToldEntry {
  readonly icon: IconName;
  readonly headline: string;
  /** What belongs to it, in short. */
  readonly detail: string | null;
  /** What somebody wrote. */
  readonly quote?: string | null;
  /** What somebody has to look at. */
  readonly flagged?: string | null;
  readonly severity?: Priority | null;
  /** It was undone or removed: said in this word. */
  readonly gone?: string | null;
  /** Who did it; null where that is nobody. */
  readonly who: string | null;
  /** Where it can be seen: beside the page or on another one. */
  readonly tab?: TimelineTab;
  readonly link?: TimelinePage;
}
