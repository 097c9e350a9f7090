import type { PanelSet } from '@vigil/contract/metaresources.contract';
import { defaultPanel } from '@vigil/contract/metaresources.values';
import { type Measure, measureOf } from '@vigil/domain/facts/measures';
import { createLocalStore } from '#lib/store.ts';

/** The built-in panel: why somebody needs attention, latest readings, the band. Its columns are chosen in the address. */
export const attentionPanel = 'attention';

/** Of which panel the members are shown. */
export interface ShownPanel {
  readonly id: string;
  /** Null: the built-in one. */
  readonly measures: readonly Measure[] | null;
  /** It is the person's own, and can be changed. */
  readonly set: PanelSet | null;
}

/**
 * The panel to be shown. Without one in the address it is what the person selected last, and whoever never selected one sees who needs
 * attention. One that is no longer there gives way to the Default Panel (specification, states). Undefined as long as
 * it is not known which panels there are, and it matters.
 */
export function shownPanel(asked: string, kept: string | undefined, sets: readonly PanelSet[] | undefined): ShownPanel | undefined {
  const id = asked || kept || attentionPanel;
  if (id === attentionPanel) return { id, measures: null, set: null };
  if (!sets && id !== defaultPanel.id) return undefined;
  const set = sets?.find((one) => one.id === id) ?? { ...defaultPanel, measures: [...defaultPanel.measures] };
  const measures = set.measures.flatMap(({ measureId }) => measureOf(measureId) ?? []);
  return { id: set.id, measures, set: set.id === defaultPanel.id ? null : set };
}

/** Which panel each person selected last on this device, by the person's id. */
export const selectedPanels = createLocalStore<Readonly<Record<string, string>>>('vigil.selectedPanels', (kept) =>
  typeof kept === 'object' && kept !== null
    ? Object.fromEntries(Object.entries(kept).filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
    : {},
);
