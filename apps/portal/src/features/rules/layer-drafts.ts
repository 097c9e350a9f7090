import { keptUnits, type Units } from '@vigil/domain/units/unit-system';
import { useEffect, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import * as z from 'zod/mini';
import { createDrafts } from '#lib/drafts.ts';
import { currentUnits, unitsForm } from '#lib/units.ts';

/** What is being written of a layer, as it stands in the fields. */
export interface LayerDraft {
  /** Which form it is: of a member's layer there are two. */
  readonly id: string;
  readonly values: Readonly<Record<string, string>>;
  /** Those in which levels are typed, whatever is chosen since. */
  readonly units: Units;
}

// Drafts that were kept before levels were typed in the reader's units are in those of the rule.
const kept = z.object({ id: z.string(), values: z.record(z.string(), z.string()), units: z._default(unitsForm, keptUnits) });

/** By member and rule, or by rule and cohort. */
export const layerDrafts = createDrafts<LayerDraft>('rule-layers', (found) => kept.safeParse(found).data ?? null);

/** Where the draft of a form lies. */
export interface LayerDraftPlace {
  readonly subject: string;
  readonly id: string;
}

/** What was written there before the page was left or loaded anew. */
export const keptValues = (place: LayerDraftPlace): LayerDraft['values'] | undefined => keptAt(place)?.values;

const keptAt = ({ subject, id }: LayerDraftPlace) => layerDrafts.of(subject).find((one) => one.id === id);

/** The units in which a form is typed: those of its draft, else the reader's when it is opened. */
export function useTypedUnits(place: LayerDraftPlace): Units {
  const [units] = useState(() => keptAt(place)?.units ?? currentUnits());
  return units;
}

/** Keeps each key that is pressed in a form. */
export function useKeptForm<V extends FieldValues>({ watch }: UseFormReturn<V>, { subject, id }: LayerDraftPlace, units: Units): void {
  useEffect(() => {
    const { unsubscribe } = watch((values) => layerDrafts.put(subject, { id, values: values as LayerDraft['values'], units }));
    return unsubscribe;
  }, [watch, subject, id, units]);
}
