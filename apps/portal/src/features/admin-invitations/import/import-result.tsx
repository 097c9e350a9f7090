import Button from '@mui/material/Button';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { AccountImport } from '@vigil/contract/user-admin-imports.contract';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { askAgain } from '#lib/endpoint-query.ts';
import { Icon } from '#ui/icons.tsx';
import { StatePanel } from '#ui/state-panel.tsx';
import { importParams, importQuery, touchedByAccounts, useRemoveImport, useStartImport, useStopImport } from '../api/imports.ts';
import styles from './import.module.css';
import { reasonOf } from './import-file.tsx';
import { ImportLines } from './import-lines.tsx';

interface ImportResultProps {
  readonly importId: string;
  /** It was gone to just now: the focus is at what the file comes to. */
  readonly takesFocus: boolean;
  readonly onClose: () => void;
}

/** What a file would come to, is coming to, or came to: line by line. */
export function ImportResult({ importId, takesFocus, onClose }: ImportResultProps) {
  const { t } = useTranslation('adminInvitations');
  const query = useQuery(importQuery(importId));
  const found = query.data;
  const client = useQueryClient();
  // The lists and the lines are asked for again when it has ended, whoever started it.
  const before = useRef(found?.state);
  useEffect(() => {
    if (before.current === 'RUNNING' && found?.state !== 'RUNNING') for (const one of touchedByAccounts) void askAgain(client, one);
    before.current = found?.state;
  }, [client, found?.state]);

  if (query.isError && !found)
    return (
      <StatePanel
        icon="alert"
        failure
        title={t('import.failedTitle')}
        text={reasonOf(query.error, t('unreachable'))}
        action={{ label: t('import.back'), onClick: onClose }}
      />
    );
  if (!found) return <p aria-busy="true">{t('loading')}</p>;
  return (
    <section className={styles.card} aria-label={found.fileName}>
      <Head found={found} takesFocus={takesFocus} onClose={onClose} />
      <ImportLines found={found} />
    </section>
  );
}

interface HeadProps extends Omit<ImportResultProps, 'importId'> {
  readonly found: AccountImport;
}

function Head({ found, takesFocus, onClose }: HeadProps) {
  const { t } = useTranslation('adminInvitations');
  const params = importParams(found.id);
  const [start, stop, remove] = [useStartImport(), useStopImport(), useRemoveImport()];
  const sentence = useRef<HTMLParagraphElement>(null);
  const isFirst = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: with another state the button that was pressed has gone.
  useEffect(() => {
    const isLost = (document.activeElement ?? document.body) === document.body;
    if (isFirst.current ? takesFocus : isLost) sentence.current?.focus({ preventScroll: true });
    isFirst.current = false;
  }, [found.state]);
  const failure = start.error ?? stop.error ?? remove.error;
  const { READY: ready, UNUSUAL: unusual, CREATED: created, DUPLICATE: duplicates, ERROR: errors } = found.counts;
  const told = found.state === 'CHECKED' ? 'checked' : found.state === 'DONE' ? 'done' : found.state === 'RUNNING' ? 'running' : 'stopped';
  return (
    <>
      <div className={styles.head}>
        <h2 className={styles.heading}>{found.fileName}</h2>
        <Button color="secondary" onClick={onClose}>
          {t('import.another')}
        </Button>
      </div>
      <p role="status" tabIndex={-1} ref={sentence}>
        {t(`import.told.${told}`, { ready, created, count: found.state === 'DONE' ? created : ready, duplicates, errors })}
        {unusual > 0 && ` ${t('import.told.toConfirm', { count: unusual })}`}
      </p>
      {found.state !== 'CHECKED' && (
        <div className={styles.progress}>
          <progress max={100} value={found.progress} aria-label={t('import.progress')} />
          <span>{found.progress} %</span>
        </div>
      )}
      {failure && (
        <p role="alert" className={styles.refused}>
          <Icon name="alert" /> {reasonOf(failure, t('unreachable'))}
        </p>
      )}
      <div className={styles.actions}>
        {(found.state === 'CHECKED' || found.state === 'STOPPED') && ready > 0 && (
          <Button variant="contained" disabled={start.isPending} onClick={() => start.mutate({ params })}>
            {t(found.state === 'STOPPED' ? 'import.goOn' : `import.start.${found.realm}`, { count: ready })}
          </Button>
        )}
        {found.state === 'RUNNING' && (
          <Button variant="outlined" disabled={stop.isPending} onClick={() => stop.mutate({ params })}>
            {t('import.stop')}
          </Button>
        )}
        {found.state !== 'RUNNING' && (
          <Button color="secondary" disabled={remove.isPending} onClick={() => remove.mutate({ params }, { onSuccess: onClose })}>
            {t('import.remove')}
          </Button>
        )}
      </div>
    </>
  );
}
