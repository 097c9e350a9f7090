import type { BulkResult } from '@vigil/contract/registry-bulk-assignment.contract';
import { useTranslation } from 'react-i18next';
import { useUndoAssignMany } from '../api/assign-many.ts';
import styles from '../components/ask-dialog.module.css';
import { AskDialog } from '../components/ask-dialog.tsx';
import { nameOf } from '../name-of.ts';
import { type AssignedRow, countsOf, Outcome } from './outcome.tsx';

interface AssignedPanelProps {
  readonly requestId: string;
  readonly result: BulkResult;
  readonly rows: readonly AssignedRow[];
  /** To whom. */
  readonly to: string;
  readonly onClose: () => void;
}

/** What an assignment came to, for as long as it stays open with an undo. */
export function AssignedPanel({ requestId, result, rows, to, onClose }: AssignedPanelProps) {
  const { t } = useTranslation('adminAccounts');
  const undo = useUndoAssignMany();
  const { ASSIGNED, REPLACED } = countsOf(result);
  const changed = ASSIGNED + REPLACED;
  const kept = undo.data?.results.filter(({ outcome }) => outcome === 'CHANGED_SINCE').map(({ memberId }) => memberId) ?? [];
  const undone = (undo.data?.results.length ?? 0) - kept.length;
  const canUndo = changed > 0 && !undo.data;
  return (
    <AskDialog
      title={undo.data ? t('assign.undoneTitle', { count: undone }) : t('assign.doneTitle', { count: changed, to })}
      deed={t('close')}
      cancel={canUndo ? t(undo.isPending ? 'assign.undoing' : 'undo') : null}
      onDo={onClose}
      onClose={onClose}
      onCancel={() => {
        if (!undo.isPending) undo.mutate({ body: { id: requestId } });
      }}
    >
      {undo.data ? (
        <div role="status">
          <p>{t('assign.undone')}</p>
          {kept.length > 0 && <p>{t('assign.changedSince', { count: kept.length })}</p>}
          <ul className={styles.names}>
            {rows
              .filter(({ id }) => kept.includes(id))
              .map((row) => (
                <li key={row.id}>{nameOf(row)}</li>
              ))}
          </ul>
        </div>
      ) : (
        <Outcome result={result} rows={rows} tense="did" />
      )}
      {undo.error && (
        <p role="alert" className={styles.wrong}>
          {t('assign.undoFailed', { reason: undo.error.message })}
        </p>
      )}
    </AskDialog>
  );
}
