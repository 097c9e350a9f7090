import type { PanelSet } from '@vigil/contract/metaresources.contract';
import type { Units } from '@vigil/domain/units/unit-system';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '#lib/session/session.ts';
import { useUndoNotice } from '#ui/use-undo-notice.tsx';
import { useDeletePanelSet, usePutPanelSet } from '../api/panel-sets.ts';
import { attentionPanel } from '../panels.ts';
import type { PanelControl } from '../use-panel.ts';
import { PanelEditor } from './panel-editor.tsx';
import { PanelMenu } from './panel-menu.tsx';

interface PanelToolProps {
  readonly control: PanelControl;
  readonly units: Units;
}

/** Chooses, makes, changes and deletes panels. A saved one is shown at once; a deleted one can be brought back. */
export function PanelTool({ control, units }: PanelToolProps) {
  const { t } = useTranslation('panel');
  const tell = useUndoNotice();
  const { userId } = useSession();
  const [edited, setEdited] = useState<PanelSet | 'new' | null>(null);
  const put = usePutPanelSet(userId);
  const remove = useDeletePanelSet(userId);
  const { shown, sets, failure, select } = control;

  const restore = ({ id, name, measures }: PanelSet) =>
    put.mutate(
      { params: { userId }, body: { id, name, measures: measures.map(({ measureId }) => ({ measureId })) } },
      {
        onSuccess: () => {
          select(id);
          tell(t('panelRestored', { name }));
        },
        onError: (reason) => tell(t('restoreFailed', { name, reason: reason.message }), undefined, 'error'),
      },
    );
  const drop = (set: PanelSet) =>
    remove.mutate(
      { params: { userId, panelSetId: set.id } },
      {
        onSuccess: () => {
          select(attentionPanel);
          tell(t('panelDeleted', { name: set.name }), () => restore(set), 'default');
        },
        onError: (reason) => tell(t('deleteFailed', { name: set.name, reason: reason.message }), undefined, 'error'),
      },
    );
  return (
    <>
      <PanelMenu
        shown={shown}
        sets={sets}
        failed={failure !== null && sets === undefined}
        onSelect={select}
        onNew={() => setEdited('new')}
        onChange={setEdited}
        onDelete={drop}
      />
      {edited && (
        <PanelEditor
          set={edited === 'new' ? null : edited}
          units={units}
          onSaved={(set) => {
            setEdited(null);
            select(set.id);
            tell(t('panelSaved', { name: set.name }));
          }}
          onClose={() => setEdited(null)}
        />
      )}
    </>
  );
}
