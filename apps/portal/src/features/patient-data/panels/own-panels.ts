import type { PanelId } from '../view.ts';
import type { GroupId, Panel } from './panel.ts';

/** Charts that serve the clinic's reading of a signal and tell a member nothing. */
const clinicsOwn: ReadonlySet<PanelId> = new Set(['histogram', 'gsr', 'anomaly']);

/** The groups in the order that a member asks about them. */
export const ownGroupIds: readonly GroupId[] = ['sleep', 'activity', 'heart', 'breathing', 'body', 'logged', 'band'];

/** The charts of a member's own page. */
export function ownPanels(panels: readonly Panel[]): readonly Panel[] {
  return panels.filter((panel) => !clinicsOwn.has(panel.id));
}
