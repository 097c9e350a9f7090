import { useEffect } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import * as z from 'zod/mini';
import { createDrafts } from '#lib/drafts.ts';

/** What is being written of a layer, as it stands in the fields. */
export interface LayerDraft {
  /** Which form it is: of a member's layer there are two. */
  readonly id: string;
  readonly values: Readonly<Record<string, string>>;
}

const kept = z.object({ id: z.string(), values: z.record(z.string(), z.string()) });

/** By member and rule, or by rule and cohort. */
export const layerDrafts = createDrafts<LayerDraft>('rule-layers', (found) => kept.safeParse(found).data ?? null);

/** Where the draft of a form lies. */
export interface LayerDraftPlace {
  readonly subject: string;
  readonly id: string;
}

/** What was written there before the page was left or loaded anew. */
export const keptValues = ({ subject, id }: LayerDraftPlace): LayerDraft['values'] | undefined =>
  layerDrafts.of(subject).find((one) => one.id === id)?.values;

/** Keeps each key that is pressed in a form. */
export function useKeptForm<V extends FieldValues>({ watch }: UseFormReturn<V>, { subject, id }: LayerDraftPlace): void {
  useEffect(() => {
    const { unsubscribe } = watch((values) => layerDrafts.put(subject, { id, values: values as LayerDraft['values'] }));
    return unsubscribe;
  }, [watch, subject, id]);
}
