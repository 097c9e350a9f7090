import type { ApiError } from '@vigil/contract/client';
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

  // Another panel is selected only while the list is on screen; what became of each is told in any case, also of two at once.
  const restore = ({ id, name, measures }: PanelSet) =>
    void put
      .mutateAsync(
        { params: { userId }, body: { id, name, measures: measures.map(({ measureId }) => ({ measureId })) } },
        { onSuccess: () => select(id) },
      )
      .then(
        () => tell(t('panelRestored', { name })),
        ({ message: reason }: ApiError) => tell(t('restoreFailed', { name, reason }), undefined, 'error'),
      );
  const drop = (set: PanelSet) =>
    void remove.mutateAsync({ params: { userId, panelSetId: set.id } }, { onSuccess: () => select(attentionPanel) }).then(
      () => tell(t('panelDeleted', { name: set.name }), () => restore(set), 'default'),
      ({ message: reason }: ApiError) => tell(t('deleteFailed', { name: set.name, reason }), undefined, 'error'),
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
