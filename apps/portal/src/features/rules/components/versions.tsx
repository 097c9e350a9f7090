import type { AlertRuleWhole } from '@vigil/contract/alerts.contract';
import { useTranslation } from 'react-i18next';
import { useNames } from '#lib/people-names.ts';
import { Card } from '#ui/card.tsx';
import styles from '../rules.module.css';
import { useRuleWords } from '../use-rule-words.ts';
import { VersionStateChip } from './version-state.tsx';

/** Every version with what it watches, who wrote it and since when it stands as it does. The newest is first. */
export function Versions({ versions }: Pick<AlertRuleWhole, 'versions'>) {
  const { t } = useTranslation('rules');
  const { words } = useRuleWords();
  const nameOf = useNames(versions.map(({ writtenBy }) => writtenBy));
  const day = (at: number) => new Date(at).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' });
  const rows = (some: AlertRuleWhole['versions']) => (
    <ol className={styles.versions}>
      {some.map(({ version, state, definition, writtenBy, writtenAt, stateSince }) => (
        <li key={version}>
          <VersionStateChip version={version} state={state} />
          <span>{words(definition)}</span>
          <span className={styles.hint}>
            {t('writtenBy', { name: nameOf(writtenBy) ?? t('somebody'), when: day(writtenAt) })}
            {state !== 'draft' && ` · ${t(`since.${state}`, { when: day(stateSince) })}`}
          </span>
        </li>
      ))}
    </ol>
  );
  const most = 3;
  return (
    <Card title={t('versions')}>
      {rows(versions.slice(0, most))}
      {versions.length > most && (
        <details className={styles.more}>
          <summary>{t('olderVersions', { count: versions.length - most })}</summary>
          {rows(versions.slice(most))}
        </details>
      )}
    </Card>
  );
}
