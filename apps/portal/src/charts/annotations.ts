export const annotationKinds = ['alert', 'medication', 'action', 'note'] as const;

/** What happened at a moment and helps to read the data: an alert, a change of medication, an action of the team, a note. */
export interface Annotation {
  /** Unix seconds. */
  readonly at: number;
  readonly kind: (typeof annotationKinds)[number];
  /** What happened, in a few words, as in "Metoprolol 25 → 50 mg". */
  readonly label: string;
}
