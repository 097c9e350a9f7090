import Button from '@mui/material/Button';
import { dataKinds } from '@vigil/contract/privacy.values';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import styles from '../audit.module.css';
import { type AuditSearch, usualSearch } from '../audit-search.ts';
import { PersonPicker } from './person-picker.tsx';

interface AuditFiltersProps {
  readonly search: AuditSearch;
  readonly onChange: (next: AuditSearch) => void;
  /** Stands at the end of the row. */
  readonly children: ReactNode;
}

export function AuditFilters({ search, onChange, children }: AuditFiltersProps) {
  const { t } = useTranslation('adminAudit');
  const byId = useId();
  const set = (part: Partial<AuditSearch>) => onChange(withoutEmpty({ ...search, ...part }));
  const filtered = search.by !== usualSearch.by || Object.entries(search).some(([name, value]) => name !== 'by' && value !== undefined);
  return (
    <section className={styles.filters} aria-label={t('filters')}>
      <PersonPicker
        label={t('member')}
        placeholder={t('pickMember')}
        members
        chosen={search.member}
        onChoose={(member) => set({ member })}
      />
      <PersonPicker label={t('actor')} placeholder={t('pickActor')} chosen={search.actor} onChoose={(actor) => set({ actor })} />
      <span className={styles.filter}>
        <label htmlFor={byId}>{t('by')}</label>
        <select
          id={byId}
          className={styles.input}
          value={search.by}
          onChange={(event) => set({ by: event.target.value as AuditSearch['by'] })}
        >
          {(['PEOPLE', 'DEVICES', 'ALL'] as const).map((by) => (
            <option key={by} value={by}>
              {t(`bys.${by}`)}
            </option>
          ))}
        </select>
      </span>
      <DayField label={t('from')} value={search.from} max={search.to} onChange={(from) => set({ from })} />
      <DayField label={t('to')} value={search.to} min={search.from} onChange={(to) => set({ to })} />
      <Choice
        label={t('kind')}
        value={search.kind}
        words={(['READ', 'WRITE'] as const).map((id) => [id, t(`kinds.${id}`)])}
        onChange={(kind) => set({ kind })}
      />
      <Choice
        label={t('outcome')}
        value={search.outcome}
        words={(['DONE', 'REFUSED'] as const).map((id) => [id, t(`outcomes.${id}`)])}
        onChange={(outcome) => set({ outcome })}
      />
      <Choice
        label={t('about')}
        value={search.about}
        words={dataKinds.map((id) => [id, t(`data.${id}`)])}
        onChange={(about) => set({ about })}
      />
      <span className={styles.tools}>
        {filtered && (
          <Button color="inherit" onClick={() => onChange(usualSearch)}>
            {t('reset')}
          </Button>
        )}
        {children}
      </span>
    </section>
  );
}

const withoutEmpty = (search: AuditSearch) =>
  Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined)) as AuditSearch;

interface DayFieldProps {
  readonly label: string;
  readonly value: string | undefined;
  readonly min?: string | undefined;
  readonly max?: string | undefined;
  readonly onChange: (value: string | undefined) => void;
}

function DayField({ label, value, min, max, onChange }: DayFieldProps) {
  const id = useId();
  return (
    <span className={styles.filter}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="date"
        className={styles.input}
        value={value ?? ''}
        min={min}
        max={max}
        onChange={(event) => onChange(event.target.value || undefined)}
      />
    </span>
  );
}

interface ChoiceProps<Word extends string> {
  readonly label: string;
  readonly value: Word | undefined;
  readonly words: readonly (readonly [Word, string])[];
  readonly onChange: (value: Word | undefined) => void;
}

function Choice<Word extends string>({ label, value, words, onChange }: ChoiceProps<Word>) {
  const { t } = useTranslation('adminAudit');
  const id = useId();
  return (
    <span className={styles.filter}>
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        className={styles.input}
        value={value ?? ''}
        onChange={(event) => onChange((event.target.value || undefined) as Word | undefined)}
      >
        <option value="">{t('any')}</option>
        {words.map(([word, text]) => (
          <option key={word} value={word}>
            {text}
          </option>
        ))}
      </select>
    </span>
  );
}
