import Skeleton from '@mui/material/Skeleton';
import { useQuery } from '@tanstack/react-query';
import type { AccountRow, UserAccount } from '@vigil/contract/registry.contract';
import { useSnackbar } from 'notistack';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { accountQuery } from '#lib/member.ts';
import styles from '../components/ask-dialog.module.css';
import { AskDialog } from '../components/ask-dialog.tsx';
import { nameOf } from '../name-of.ts';
import { AccountFieldControl } from './account-field-control.tsx';
import { fieldsOf } from './account-values.ts';
import { ContactsControl } from './contacts-control.tsx';
import { useAccountForm } from './use-account-form.ts';

interface EditDialogProps {
  readonly row: AccountRow;
  readonly onClose: () => void;
}

/** What the tenant knows of a person, edited: read anew when it is opened, because the list may be older. */
export function EditDialog({ row, onClose }: EditDialogProps) {
  const { t } = useTranslation('adminAccounts');
  const query = useQuery({ ...accountQuery(row.id), staleTime: 0 });
  if (query.data && query.isFetchedAfterMount) return <EditForm row={row} account={query.data} onClose={onClose} />;
  return (
    <AskDialog
      wide
      title={t('edit.title', { name: nameOf(row) })}
      deed={t(query.isError ? 'edit.retry' : 'save')}
      disabled={!query.isError}
      onDo={() => void query.refetch()}
      onClose={onClose}
    >
      {query.isError ? (
        <p role="alert" className={styles.wrong}>
          {t('edit.failed')} {query.error.message}
        </p>
      ) : (
        <Skeleton variant="rounded" height={240} aria-busy="true" />
      )}
    </AskDialog>
  );
}

function EditForm({ row, account, onClose }: EditDialogProps & { readonly account: UserAccount }) {
  const { t } = useTranslation('adminAccounts');
  const { enqueueSnackbar } = useSnackbar();
  const body = useRef<HTMLDivElement>(null);
  const form = useAccountForm(account, () => {
    enqueueSnackbar(t('edit.saved'), { variant: 'success' });
    onClose();
  });
  const save = async () => {
    // Once what is wrong has been drawn.
    if (!(await form.save())) setTimeout(() => body.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
  };
  const { failure } = form.refusal ?? {};
  return (
    <AskDialog
      wide
      title={t('edit.title', { name: nameOf(row) })}
      deed={t(form.busy ? 'edit.saving' : 'save')}
      disabled={!form.dirty || form.busy}
      onDo={() => void save()}
      onClose={onClose}
      onCancel={() => {
        form.discard();
        onClose();
      }}
    >
      <div ref={body} className={styles.fields}>
        {fieldsOf(account.roles).map((field) =>
          field === 'emergencyContacts' ? (
            <ContactsControl key={field} form={form} />
          ) : (
            <AccountFieldControl key={field} field={field} form={form} />
          ),
        )}
      </div>
      <p role="alert" className={styles.wrong}>
        {failure && (failure.status === 0 ? t('edit.unreachable') : failure.message)}
      </p>
    </AskDialog>
  );
}
