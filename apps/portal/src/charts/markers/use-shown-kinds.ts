import { useSession } from '#lib/session/session.ts';
import { createLocalStore, useStore } from '#lib/store.ts';
import { type MarkerKind, markerKinds } from './marker.ts';

const kindsIn = (kept: unknown): readonly MarkerKind[] => markerKinds.filter((kind) => Array.isArray(kept) && kept.includes(kind));

/** By person, on this computer. */
const chosenKinds = createLocalStore<Readonly<Record<string, readonly MarkerKind[]>>>('vigil.charts.markers', (kept) =>
  typeof kept === 'object' && kept !== null && !Array.isArray(kept)
    ? Object.fromEntries(Object.entries(kept).map(([who, kinds]) => [who, kindsIn(kinds)]))
    : {},
);

/** Which kinds of markers the person wants over charts, and how to choose others. Whoever has chosen nothing sees all. */
export function useShownKinds(): readonly [readonly MarkerKind[], (kinds: readonly MarkerKind[]) => void] {
  const { userId } = useSession();
  const kept = useStore(chosenKinds);
  return [kept[userId] ?? markerKinds, (kinds) => chosenKinds.set({ ...chosenKinds.get(), [userId]: kinds })];
}
