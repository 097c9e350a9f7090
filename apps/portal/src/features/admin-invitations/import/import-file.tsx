import Button from '@mui/material/Button';
import type { ApiError } from '@vigil/contract/client';
import {
  type DateOrder,
  dateOrders,
  importColumns,
  neededImportColumns,
  type Realm,
  unreadColumn,
} from '@vigil/contract/user-admin.values';
import type { AccountImport } from '@vigil/contract/user-admin-imports.contract';
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { saveCsv } from '#lib/csv.ts';
import { useTried } from '#lib/tried.ts';
import { Icon } from '#ui/icons.tsx';
import { importTenantId, useCheckImport } from '../api/imports.ts';
import { type Chosen, guessed, readHeadings, templateOf } from './headings.ts';
import styles from './import.module.css';

/** The server takes no more; whoever has more splits it. */
const mostBytes = 16 * 1024 * 1024;

const measures = ['height', 'height_in', 'weight', 'weight_lb'] as const;
/** Hardly any file has these and no others: one may be chosen by mistake. */
const mixedUnits = ['height weight_lb', 'height_in weight'];

interface ChosenFile {
  readonly id: string;
  readonly file: File;
  readonly headings: readonly string[];
}

interface ImportFileProps {
  readonly realm: Realm;
  readonly mostRows: number | undefined;
  /** Whether somebody without an e-mail address can be invited. */
  readonly byPhone: boolean;
  /** It was gone to just now: the focus is where the file is chosen. */
  readonly takesFocus: boolean;
  readonly onChecked: (checked: AccountImport) => void;
}

/** A file is chosen, its columns are named, and it is checked. Nobody is made here. */
export function ImportFile({ realm, mostRows, byPhone, takesFocus, onChecked }: ImportFileProps) {
  const { t } = useTranslation('adminInvitations');
  const inputId = useId();
  const [chosen, setChosen] = useState<ChosenFile | null>(null);
  const [columns, setColumns] = useState<readonly Chosen[]>([]);
  const [dates, setDates] = useState<DateOrder>('MDY');
  const [fault, setFault] = useState<string | null>(null);
  const check = useCheckImport();
  const input = useRef<HTMLInputElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is gone to once.
  useEffect(() => {
    if (takesFocus) input.current?.focus();
  }, []);
  const triedAs = useTried();

  const choose = async (file: File | undefined) => {
    if (!file) return;
    check.reset();
    setChosen(null);
    if (file.size > mostBytes) return setFault(t('import.tooLarge'));
    try {
      const headings = await readHeadings(file);
      if (headings === null) return setFault(t('import.workbook'));
      if (headings.length === 0) return setFault(t('import.empty'));
      setFault(null);
      setColumns(guessed(headings));
      setChosen({ id: crypto.randomUUID(), file, headings });
    } catch {
      setFault(t('import.unreadable'));
    }
  };
  const missing = neededImportColumns.filter((column) => !columns.includes(column));
  const twice = columns.find((column, index) => column !== unreadColumn && columns.indexOf(column) !== index);
  const isMixed = mixedUnits.includes(measures.filter((column) => columns.includes(column)).join(' '));
  const send = async () => {
    if (!chosen) return;
    try {
      const body = new Uint8Array(await chosen.file.arrayBuffer());
      // Sent again after a lost answer it is the same import; other columns make another one of the same file.
      const { id } = triedAs(JSON.stringify([chosen.id, columns, dates]));
      const query = { id, realm, fileName: chosen.file.name.slice(0, 200), columns: columns.join(','), dates };
      check.mutate({ params: { tenantId: importTenantId() }, query, body }, { onSuccess: onChecked });
    } catch {
      setFault(t('import.unreadable'));
    }
  };

  return (
    <section className={styles.card} aria-label={t('import.file')}>
      <div className={styles.choose}>
        <label
          htmlFor={inputId}
          className={styles.drop}
          onDragOver={(event) => event.preventDefault()}
          onDrop={(event) => {
            event.preventDefault();
            void choose(event.dataTransfer.files[0]);
          }}
        >
          <Icon name="arrowUp" size={20} />
          <strong>{chosen ? chosen.file.name : t('import.choose')}</strong>
          <span>{t('import.form', { count: mostRows ?? 10_000, shown: (mostRows ?? 10_000).toLocaleString() })}</span>
          <input
            ref={input}
            id={inputId}
            type="file"
            accept=".csv,.tsv,.txt,text/csv"
            className="v-unseen"
            onChange={(event) => {
              void choose(event.target.files?.[0]);
              event.target.value = '';
            }}
          />
        </label>
        <Button
          variant="outlined"
          startIcon={<Icon name="download" />}
          onClick={() => saveCsv(templateOf(realm), t(`import.template.${realm}`))}
        >
          {t('import.getTemplate')}
        </Button>
      </div>
      {fault && <Refused reason={fault} />}
      {check.isError && <Refused reason={reasonOf(check.error, t('unreachable'))} />}
      {chosen && (
        <>
          <h2 className={styles.heading}>{t('import.columns')}</h2>
          <p className={styles.hint}>
            {t('import.columnsHelp')}
            {byPhone && ` ${t('import.columnsHelpPhone')}`}
          </p>
          <ul className={styles.columns}>
            {chosen.headings.map((heading, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: columns of a file are told apart by their place alone.
              <li key={index}>
                <label>
                  <span className={styles.theirs}>{heading || t('import.unnamed', { place: index + 1 })}</span>
                  <select
                    value={columns[index]}
                    data-unread={columns[index] === unreadColumn}
                    onChange={(event) => setColumns(columns.map((one, place) => (place === index ? (event.target.value as Chosen) : one)))}
                  >
                    <option value={unreadColumn}>{t('import.unread')}</option>
                    {importColumns.map((column) => (
                      <option key={column} value={column}>
                        {t(`column.${column}`)}
                      </option>
                    ))}
                  </select>
                </label>
              </li>
            ))}
          </ul>
          <fieldset className={styles.dates}>
            <legend>{t('import.dates')}</legend>
            {dateOrders.map((order) => (
              <label key={order}>
                <input type="radio" name="dates" checked={dates === order} onChange={() => setDates(order)} /> {t(`import.order.${order}`)}
              </label>
            ))}
          </fieldset>
          <div className={styles.foot}>
            <p className={styles.hint} role="status">
              {missing.length > 0
                ? t('import.missing', { columns: missing.map((column) => t(`column.${column}`)).join(', ') })
                : twice
                  ? t('import.twice', { column: t(`column.${twice as Exclude<Chosen, '-'>}`) })
                  : t(isMixed ? 'import.mixed' : 'import.dryRun')}
            </p>
            <Button variant="contained" disabled={missing.length > 0 || twice !== undefined || check.isPending} onClick={() => void send()}>
              {t(check.isPending ? 'import.checking' : 'import.check')}
            </Button>
          </div>
        </>
      )}
    </section>
  );
}

export const reasonOf = (failure: ApiError, unreachable: string): string => (failure.status === 0 ? unreachable : failure.message);

function Refused({ reason }: { readonly reason: string }) {
  return (
    <p role="alert" className={styles.refused}>
      <Icon name="alert" /> {reason}
    </p>
  );
}
