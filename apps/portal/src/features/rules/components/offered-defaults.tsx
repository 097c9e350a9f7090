import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import type { AlertRuleAnswer } from '@vigil/contract/alerts.contract';
import { useSnackbar } from 'notistack';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { mayHaveHappened } from '#lib/failures.ts';
import { defaultsQuery, useCreateRule } from '../api/rules.ts';
import styles from '../rules.module.css';
import { useRuleWords } from '../use-rule-words.ts';
import { Severity } from './severity.tsx';

interface OfferedDefaultsProps {
  readonly rules: readonly AlertRuleAnswer[];
  readonly mayAuthor: boolean;
}

/** The defaults that the tenant has not taken over yet, each with its source: taken over one by one or all, as drafts. */
export function OfferedDefaults({ rules, mayAuthor }: OfferedDefaultsProps) {
  const { t } = useTranslation('rules');
  const { enqueueSnackbar } = useSnackbar();
  const { words } = useRuleWords();
  const { data = [] } = useQuery(defaultsQuery());
  const create = useCreateRule();
  const [progress, setProgress] = useState<{ readonly done: number; readonly of: number } | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const taken = new Set(rules.map(({ defaultId }) => defaultId));
  const offered = data.filter(({ id }) => !taken.has(id));
  if (offered.length === 0 && !progress) return null;

  const take = async (some: typeof offered) => {
    setFailure(null);
    setProgress({ done: 0, of: some.length });
    try {
      for (const [done, { id, title, definition }] of some.entries()) {
        setProgress({ done, of: some.length });
        await create.mutateAsync({ body: { id: crypto.randomUUID(), title, definition, defaultId: id } });
      }
      enqueueSnackbar(t('defaults.taken', { count: some.length }), { variant: 'success' });
    } catch (error) {
      setFailure(mayHaveHappened(error as never) ? t('defaults.lost') : (error as Error).message);
    }
    setProgress(null);
  };
  const isBusy = progress !== null;
  return (
    <details className={styles.defaults} open={rules.length === 0 || undefined}>
      <summary>{t('defaults.title', { count: offered.length })}</summary>
      <p className={styles.muted}>{t('defaults.text')}</p>
      {mayAuthor && (
        <span className={styles.buttons}>
          <Button variant="outlined" disabled={isBusy} onClick={() => void take(offered)}>
            {t('defaults.takeAll', { count: offered.length })}
          </Button>
          <span role="status" className={styles.muted}>
            {progress && t('defaults.taking', progress)}
          </span>
        </span>
      )}
      <p role="alert" className={styles.failed}>
        {failure}
      </p>
      <ul className={styles.defaultRows}>
        {offered.map((one) => (
          <li key={one.id}>
            <span className={styles.defaultText}>
              <span className={styles.cardHead}>
                <strong>{one.title}</strong> <Severity severity={one.definition.severity} />
              </span>
              <span>{words(one.definition)}</span>
              <span className={styles.muted}>{t('defaults.source', { source: one.source })}</span>
            </span>
            {mayAuthor && (
              <Button
                color="inherit"
                variant="outlined"
                size="small"
                disabled={isBusy}
                aria-label={t('defaults.takeOne', { title: one.title })}
                onClick={() => void take([one])}
              >
                {t('defaults.take')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </details>
  );
}
