import type { Priority } from '@vigil/contract/factuary-actions.values';
import type { TimelineFilter } from '@vigil/contract/registry-timeline.values';
import type { IconName } from '#ui/icons.tsx';

/** What is marked over charts, the most important first: of several at one place it gives the icon. */
export const markerKinds = ['alert', 'medication', 'intervention', 'call', 'note'] as const;
export type MarkerKind = (typeof markerKinds)[number];

/** Under what the timeline tells each kind: whoever may not read that there gets no marker of it. */
export const timelineFilterOf: Readonly<Record<MarkerKind, TimelineFilter>> = {
  alert: 'alerts',
  medication: 'readings',
  intervention: 'alerts',
  call: 'calls',
  note: 'notes',
};

export const markerIcons: Readonly<Record<MarkerKind, IconName>> = {
  alert: 'alert',
  medication: 'pill',
  intervention: 'check',
  call: 'phone',
  note: 'note',
};

/** What opens beside the page of a member. */
export type MarkerTab = 'actions' | 'notes' | 'calls';

/** Something that happened and helps to read the data. */
export interface Marker {
  readonly id: string;
  readonly kind: MarkerKind;
  /** Unix seconds. */
  readonly at: number;
  /** It is known by its day only. */
  readonly isWholeDay?: boolean;
  readonly title: string;
  readonly detail: string | null;
  /** Of an alert. */
  readonly severity: Priority | null;
  /** Who did it; null where nobody is recorded. */
  readonly who: string | null;
  /** Where it can be seen: beside the page, or among what was logged. */
  readonly opens: MarkerTab | 'log' | null;
}
