import Button from '@mui/material/Button';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { type RowOutcome, rowOutcomes } from '@vigil/contract/user-admin.values';
import type { AccountImport, ImportRow } from '@vigil/contract/user-admin-imports.contract';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { askAgain } from '#lib/endpoint-query.ts';
import { Icon } from '#ui/icons.tsx';
import { Pager } from '#ui/pager.tsx';
import { StatePanel } from '#ui/state-panel.tsx';
import {
  importParams,
  importQuery,
  importRowsQuery,
  touchedByAccounts,
  useRemoveImport,
  useStartImport,
  useStopImport,
} from '../api/imports.ts';
import styles from './import.module.css';
import { reasonOf } from './import-file.tsx';

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
      <Lines found={found} />
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
  const { READY: ready, CREATED: created, DUPLICATE: duplicates, ERROR: errors } = found.counts;
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

function Lines({ found }: { readonly found: AccountImport }) {
  const { t } = useTranslation('adminInvitations');
  const [outcome, setOutcome] = useState<RowOutcome | undefined>(found.counts.ERROR > 0 ? 'ERROR' : undefined);
  const [{ page, size }, setPlace] = useState({ page: 1, size: 20 });
  const query = useQuery({ ...importRowsQuery(found.id, outcome, page - 1, size), placeholderData: keepPreviousData });
  const choose = (next: RowOutcome | undefined) => {
    setOutcome(next);
    setPlace({ page: 1, size });
  };
  return (
    <>
      <fieldset className={styles.filters} aria-label={t('import.lines')}>
        <button type="button" aria-pressed={outcome === undefined} onClick={() => choose(undefined)}>
          {t('import.all')} <b>{found.rows.toLocaleString()}</b>
        </button>
        {rowOutcomes
          .filter((one) => found.counts[one] > 0)
          .map((one) => (
            <button key={one} type="button" aria-pressed={outcome === one} data-outcome={one} onClick={() => choose(one)}>
              {t(`import.outcome.${one}`)} <b>{found.counts[one].toLocaleString()}</b>
            </button>
          ))}
      </fieldset>
      {query.isError && !query.data && (
        <p role="alert" className={styles.refused}>
          {reasonOf(query.error, t('unreachable'))}
        </p>
      )}
      <div className={styles.scroll}>
        <table className={styles.table}>
          <caption className="v-unseen">{t('import.lines')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('import.line')}</th>
              <th scope="col">{t('column.contact')}</th>
              <th scope="col">{t('import.result')}</th>
              <th scope="col">{t('import.why')}</th>
            </tr>
          </thead>
          <tbody aria-busy={query.isPending}>
            {query.data?.content.map((row) => (
              <Line key={row.line} row={row} />
            ))}
          </tbody>
        </table>
      </div>
      <div className={styles.pager}>
        <Pager
          page={page}
          size={size}
          total={query.data?.totalElements}
          late={query.isPlaceholderData}
          onPage={(next) => setPlace({ page: next, size })}
          onSize={(next) => setPlace({ page: 1, size: next })}
        />
      </div>
    </>
  );
}

function Line({ row }: { readonly row: ImportRow }) {
  const { t } = useTranslation('adminInvitations');
  return (
    <tr>
      <td className={styles.number}>{row.line}</td>
      <td>{row.label ?? '–'}</td>
      <td>
        <span className={styles.outcome} data-outcome={row.outcome}>
          {t(`import.outcome.${row.outcome}`)}
        </span>
      </td>
      <td className={styles.why}>
        {row.problems.map(({ column, reason }) => (
          <span key={`${column} ${reason}`}>
            {column && <b>{t(`column.${column}`)}: </b>}
            {reason}
          </span>
        ))}
      </td>
    </tr>
  );
}
