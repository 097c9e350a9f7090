import { measureOf } from '@vigil/domain/facts/measures';

/** Longest name of a panel, in characters. */
export const longestPanelName = 100;

/** Measures that a panel can have: columns beside the member's name. */
export const mostPanelMeasures = 20;

/** Panels that one person can keep. */
export const mostPanels = 50;

/** The panel that everybody has. It can be neither changed nor deleted. */
export const defaultPanel = {
  id: 'defaultPanel',
  name: 'Default Panel',
  measures: panelMeasuresOf(['age', 'gender', 'weight']),
} as const;

/** Measures with the names that the catalogue has for them now; one that it no longer has is left out. */
export function panelMeasuresOf(measureIds: readonly string[]): { measureId: string; measureName: string }[] {
  return measureIds.flatMap((measureId) => {
    const measure = measureOf(measureId);
    return measure ? [{ measureId, measureName: measure.label }] : [];
  });
}
