import { session } from '#lib/session/session.ts';
import { createLocalStore, type Store } from '#lib/store.ts';

type Ids = readonly string[];
const none: Ids = [];
const isIds = (kept: unknown): kept is Ids => Array.isArray(kept) && kept.every((id) => typeof id === 'string');

/** By tenant and person: another browser tab may be in another tenant, and somebody else may sign in on this computer after a crash. */
const byPlace = createLocalStore<Readonly<Record<string, Ids>>>('vigil.patientTabs', (kept) =>
  typeof kept === 'object' && kept !== null && !Array.isArray(kept)
    ? Object.fromEntries(
        Object.entries(kept)
          .filter((entry): entry is [string, Ids] => isIds(entry[1]))
          .map(([place, ids]) => [place, [...new Set(ids)]]),
      )
    : {},
);
const ofPerson = () => ` ${session.get()?.userId}`;
const placeNow = () => `${session.get()?.tenant.tenant_ID}${ofPerson()}`;
/** What somebody else left here goes with the first thing that is kept. */
const ownPlaces = () => Object.fromEntries(Object.entries(byPlace.get()).filter(([place]) => place.endsWith(ofPerson())));

/**
 * Ids of the patients whom this person has open in the tenant that this page is in, in the order they were opened; kept locally, and the
 * same in every browser tab. Names are not kept: they are asked for when shown.
 */
export const patientTabs: Store<Ids> = {
  get: () => byPlace.get()[placeNow()] ?? none,
  set: (ids) => byPlace.set({ ...ownPlaces(), [placeNow()]: ids }),
  subscribe: byPlace.subscribe,
};

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
