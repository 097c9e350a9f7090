import { createLocalStore } from '#lib/store.ts';

/** Ids of the open patients, in the order they were opened; kept locally. Names are not kept: they are asked for when shown. */
export const patientTabs = createLocalStore<readonly string[]>('vigil.patientTabs', (kept) =>
  Array.isArray(kept) ? [...new Set(kept.filter((id): id is string => typeof id === 'string'))] : [],
);

export function openPatientTab(id: string): void {
  const open = patientTabs.get();
  if (!open.includes(id)) patientTabs.set([...open, id]);
}

export function closePatientTab(id: string): void {
  patientTabs.set(patientTabs.get().filter((each) => each !== id));
}

/** Where closing the shown tab leads: the next patient to the right, else to the left; null when none remain. */
export function neighbourOf(open: readonly string[], closing: string): string | null {
  const at = open.indexOf(closing);
  if (at < 0) return null;
  return open[at + 1] ?? open[at - 1] ?? null;
}

/**
 * Whether the tabs fold into the "Patients Menu" at this window width (pixels). The specification's rules for below 900 and for
 * 600 to 900 overlap; the first is read as below 600.
 */
export function tabsCollapse(widthPx: number, open: number): boolean {
  if (widthPx < 600) return open > 0;
  if (widthPx < 900) return open > 1;
  if (widthPx < 1200) return open > 2;
  return open > 4;
}
