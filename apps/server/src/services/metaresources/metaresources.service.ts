import { randomUUID } from 'node:crypto';
import { VigilError } from '@vigil/contract/errors';
import type { PanelSet } from '@vigil/contract/metaresources.contract';
import type { SentPanelSet } from '@vigil/contract/metaresources.forms';
import { defaultPanel, mostPanels, panelMeasuresOf } from '@vigil/contract/metaresources.values';
import type { Clock } from '#platform/clock.ts';
import type { PanelSetRow, PanelSetsStore } from './panel-sets.store.ts';

export interface MetaresourcesService {
  /** The Default Panel, then the person's own by name. */
  list(tenantId: string, userId: string): Promise<PanelSet[]>;
  /** Makes the panel, or changes the one of its id. Throws conflict for the Default Panel and for one panel too many. */
  put(tenantId: string, userId: string, sent: SentPanelSet): Promise<PanelSet>;
  /** Answers what was deleted. Throws conflict for the Default Panel, not_found for a panel that the person does not have. */
  remove(tenantId: string, userId: string, id: string): Promise<PanelSet>;
}

export function createMetaresourcesService({ store, clock }: { store: PanelSetsStore; clock: Clock }): MetaresourcesService {
  return {
    async list(tenantId, userId) {
      return [{ ...defaultPanel }, ...(await store.list(tenantId, userId)).map(shown)];
    },

    async put(tenantId, userId, { id, name, measures }) {
      if (id === defaultPanel.id) throw fixed('changed. Nothing was stored; send the panel without an id to keep it as a new one');
      const panel = { id: id ?? randomUUID(), name, measures: measures.map(({ measureId }) => measureId) };
      if (!(await store.put(tenantId, userId, panel, clock.now()))) throw tooMany();
      return shown(panel);
    },

    async remove(tenantId, userId, id) {
      if (id === defaultPanel.id) throw fixed('deleted');
      const removed = await store.remove(tenantId, userId, id);
      if (!removed) throw new VigilError('not_found', 'You have no such panel. It may have been deleted meanwhile.');
      return shown(removed);
    },
  };
}

const shown = ({ id, name, measures }: PanelSetRow): PanelSet => ({ id, name, measures: panelMeasuresOf(measures) });

const fixed = (what: string) => new VigilError('conflict', `The Default Panel is the same for everybody and cannot be ${what}.`);
const tooMany = () =>
  new VigilError('conflict', `You have ${mostPanels} panels, which is as many as can be kept. Nothing was stored; delete one first.`);
