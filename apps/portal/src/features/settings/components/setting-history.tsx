import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import { useQuery } from '@tanstack/react-query';
import type { ApiError } from '@vigil/contract/client';
import type { SettingChange } from '@vigil/contract/configurator.contract';
import { pageSizes } from '@vigil/contract/paging.values';
import { useSnackbar } from 'notistack';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '#ui/icons.tsx';
import { places } from '#ui/skeleton-rows.tsx';
import { StatePanel } from '#ui/state-panel.tsx';
import { changesQuery, useUndoChange } from '../api/tenant-settings.ts';
import { labelOf, type Translate, wordsOf } from '../words.ts';
import group from './setting-group.module.css';
import styles from './setting-history.module.css';

/** Who changed what and when, the newest first; what has not been changed since can be undone. */
export function SettingHistory({ tenantId }: { readonly tenantId: string }) {
  const { t } = useTranslation('settings');
  const [shown, setShown] = useState(0);
  const query = useQuery(changesQuery(tenantId, pageSizes[shown] ?? pageSizes[0]));
  const more = query.data && query.data.totalElements > query.data.content.length && shown < pageSizes.length - 1;
  return (
    <section id="history" className={group.group} aria-labelledby="history-title">
      <h2 id="history-title" className={group.title}>
        {t('history')}
      </h2>
      <p className={group.help}>{t('historyLead')}</p>
      {query.data ? (
        <Changes tenantId={tenantId} changes={query.data.content} />
      ) : query.isError ? (
        <StatePanel
          icon="alert"
          failure
          title={t('historyFailedTitle')}
          text={query.error.message}
          action={{ label: t('retry'), onClick: () => void query.refetch() }}
        />
      ) : (
        places(3).map((place) => <Skeleton key={place} variant="text" height={40} />)
      )}
      {more && (
        <Button color="inherit" disabled={query.isPlaceholderData} onClick={() => setShown(shown + 1)}>
          {t('older')}
        </Button>
      )}
    </section>
  );
}

function Changes({ tenantId, changes }: { readonly tenantId: string; readonly changes: readonly SettingChange[] }) {
  const { t } = useTranslation('settings');
  if (changes.length === 0) return <StatePanel icon="clock" title={t('historyEmptyTitle')} text={t('historyEmptyText')} />;
  return (
    <ol className={styles.list}>
      {changes.map((change) => (
        <ChangeRow key={change.id} tenantId={tenantId} change={change} />
      ))}
    </ol>
  );
}

/** Each row undoes its own change: several that are undone at once are all told of. */
function ChangeRow({ tenantId, change }: { readonly tenantId: string; readonly change: SettingChange }) {
  const { t, i18n } = useTranslation('settings');
  const { enqueueSnackbar } = useSnackbar();
  const undo = useUndoChange();
  const { id, at, by, path, before, after, undoable } = change;
  // Not by callbacks of `mutate`: they are lost with the row, which the list may have dropped by then.
  const undoIt = () =>
    void undo.mutateAsync({ params: { tenantId, changeId: id } }).then(
      () => enqueueSnackbar(t('undone'), { variant: 'success' }),
      ({ message }: ApiError) => enqueueSnackbar(message, { variant: 'error' }),
    );
  const time = new Date(at).toLocaleString(i18n.language, { dateStyle: 'medium', timeStyle: 'short' });
  const label = labelOf(t, path);
  return (
    <li className={styles.change}>
      <span className={styles.what}>
        <strong>{label}</strong> <span className={styles.before}>{held(t, path, before)}</span> <Icon name="chevronRight" size={12} />
        <span className="v-unseen"> {t('to')} </span> {held(t, path, after)}
      </span>
      <span className={styles.who}>
        <time dateTime={new Date(at).toISOString()}>{time}</time> · {by.kind === 'operator' ? t('operator', { name: by.name }) : by.name}
      </span>
      {undoable && (
        <Button
          variant="outlined"
          color="inherit"
          disabled={undo.isPending}
          aria-label={t('undoNamed', { setting: label, time })}
          onClick={undoIt}
        >
          {t('undo')}
        </Button>
      )}
    </li>
  );
}

const held = (t: Translate, path: string, value: SettingChange['before']) => (value ? wordsOf(t, path, value.value) : t('notSet'));
