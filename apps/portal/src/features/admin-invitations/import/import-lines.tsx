import Button from '@mui/material/Button';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { userAdminImports } from '@vigil/contract';
import { type RowOutcome, rowOutcomes } from '@vigil/contract/user-admin.values';
import type { AccountImport, ImportHolder, ImportRow } from '@vigil/contract/user-admin-imports.contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { download } from '#lib/download.ts';
import { DownloadButton } from '#ui/download-button.tsx';
import { Pager } from '#ui/pager.tsx';
import { importParams, importRowsQuery, useConfirmImportRow } from '../api/imports.ts';
import styles from './import.module.css';
import { reasonOf } from './import-file.tsx';

/** The lines of a file with what became of each; those with an error can be downloaded and put right. */
export function ImportLines({ found }: { readonly found: AccountImport }) {
  const { t } = useTranslation('adminInvitations');
  const [outcome, setOutcome] = useState<RowOutcome | undefined>((['ERROR', 'UNUSUAL'] as const).find((one) => found.counts[one] > 0));
  const [{ page, size }, setPlace] = useState({ page: 1, size: 20 });
  const query = useQuery({ ...importRowsQuery(found.id, outcome, page - 1, size), placeholderData: keepPreviousData });
  const choose = (next: RowOutcome | undefined) => {
    setOutcome(next);
    setPlace({ page: 1, size });
  };
  // The last line with this result has got another one.
  if (outcome && found.counts[outcome] === 0) choose(undefined);
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
      {found.counts.ERROR + found.counts.UNUSUAL > 0 && (
        <div className={styles.actions}>
          <DownloadButton
            label={t('import.getErrors')}
            start={(how) => download(userAdminImports.exportImportErrors, { params: importParams(found.id) }, how)}
          />
          <span className={styles.hint}>{t('import.getErrorsHelp')}</span>
        </div>
      )}
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
              <th scope="col">{t('import.whom')}</th>
              <th scope="col">{t('import.result')}</th>
              <th scope="col">{t('import.why')}</th>
            </tr>
          </thead>
          <tbody aria-busy={query.isPending}>
            {query.data?.content.map((row) => (
              <Line key={row.line} row={row} importId={found.id} />
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

function Line({ row, importId }: { readonly row: ImportRow; readonly importId: string }) {
  const { t } = useTranslation('adminInvitations');
  const confirm = useConfirmImportRow();
  return (
    <tr>
      <td className={styles.muted}>{row.line}</td>
      <td className={styles.whom}>
        <span>{row.name ?? '–'}</span>
        {row.label && <span className={styles.muted}>{row.label}</span>}
      </td>
      <td>
        <span className={styles.outcome} data-outcome={row.outcome}>
          {t(`import.outcome.${row.outcome}`)}
        </span>
      </td>
      <td className={styles.why}>
        {row.problems.map(({ column, reason, heldBy }) => (
          <div key={`${column} ${reason}`}>
            {column && <b>{t(`column.${column}`)}: </b>}
            {reason}
            {heldBy && <BothPeople row={row} heldBy={heldBy} />}
          </div>
        ))}
        {row.outcome === 'UNUSUAL' && (
          <Button
            size="small"
            variant="outlined"
            aria-label={t('import.confirmLine', { line: row.line })}
            disabled={confirm.isPending}
            onClick={() => confirm.mutate({ params: { ...importParams(importId), line: row.line } })}
          >
            {t('import.confirm')}
          </Button>
        )}
        {confirm.error && (
          <p role="alert" className={styles.refused}>
            {reasonOf(confirm.error, t('unreachable'))}
          </p>
        )}
      </td>
    </tr>
  );
}

/** The person of a line beside the other one who has the same address or number. */
function BothPeople({ row, heldBy }: { readonly row: ImportRow; readonly heldBy: ImportHolder }) {
  const { t } = useTranslation('adminInvitations');
  return (
    <dl className={styles.people}>
      <dt>{t('import.person.inLine', { line: row.line })}</dt>
      <Person {...row} />
      <dt>{heldBy.line === null ? t('import.person.inTenant') : t('import.person.inLine', { line: heldBy.line })}</dt>
      <Person {...heldBy} />
    </dl>
  );
}

function Person({ name, birthDate }: Pick<ImportHolder, 'name' | 'birthDate'>) {
  const { t, i18n } = useTranslation('adminInvitations');
  const day = new Intl.DateTimeFormat(i18n.language === 'en' ? undefined : i18n.language, { dateStyle: 'medium', timeZone: 'UTC' });
  return (
    <dd>
      <span>{name ?? t('import.person.noName')}</span>
      <span className={styles.muted}>
        {birthDate === null ? t('import.person.noBirthDate') : t('import.person.born', { date: day.format(Date.parse(birthDate)) })}
      </span>
    </dd>
  );
}
