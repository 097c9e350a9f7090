import type { BulkResult } from '@vigil/contract/registry-bulk-assignment.contract';
import { type BulkOutcome, bulkOutcomes } from '@vigil/contract/registry-bulk-assignment.values';
import { mostTeamPatients } from '@vigil/contract/registry-teams.values';
import { useTranslation } from 'react-i18next';
import { fullName } from '#ui/person.tsx';
import { nameOf } from '../name-of.ts';
import styles from './assign.module.css';

export interface AssignedRow {
  readonly id: string;
  readonly firstName: string;
  readonly lastName: string;
}

interface OutcomeProps {
  readonly result: BulkResult;
  readonly rows: readonly AssignedRow[];
  /** What will come of it, or what has. */
  readonly tense: 'will' | 'did';
}

/** How many members change and how, who loses whom, and by name those who cannot be assigned. */
export function Outcome({ result, rows, tense }: OutcomeProps) {
  const { t } = useTranslation('adminAccounts');
  const counts = countsOf(result);
  const names = new Map(rows.map((row) => [row.id, nameOf(row)]));
  const refusals = result.results.filter(({ outcome }) => outcome === 'REFUSED');
  return (
    <div className={styles.outcome} role="status">
      <ul className={styles.counts}>
        {bulkOutcomes
          .filter((outcome) => counts[outcome] > 0)
          .map((outcome) => (
            <li key={outcome} data-outcome={outcome}>
              {t(`assign.${tense}.${outcome}`, { count: counts[outcome] })}
              {outcome === 'REPLACED' && <span className={styles.detail}> {lostBy(result)}</span>}
            </li>
          ))}
      </ul>
      {refusals.length > 0 && (
        <ul className={styles.refusals} aria-label={t('assign.refusedLabel')}>
          {refusals.map(({ memberId, refusal }) => (
            <li key={memberId}>
              <strong>{names.get(memberId) ?? t('assign.unknownMember')}</strong>
              <span className={styles.detail}>{refusal && t(`assign.refusal.${refusal}`, { most: mostTeamPatients })}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** How many members come to what. */
export function countsOf({ results }: Pick<BulkResult, 'results'>): Readonly<Record<BulkOutcome, number>> {
  const counts: Record<BulkOutcome, number> = { ASSIGNED: 0, REPLACED: 0, UNCHANGED: 0, REFUSED: 0 };
  for (const { outcome } of results) counts[outcome] += 1;
  return counts;
}

/** `Nora Hill (40), Mara Kent (12)`: who is replaced, for how many members, the most first. */
function lostBy({ results, replaced }: BulkResult): string {
  const lost = replaced.map((person) => ({
    name: fullName(person),
    count: results.filter(({ replacedIds }) => replacedIds.includes(person.id)).length,
  }));
  return lost
    .toSorted((one, other) => other.count - one.count)
    .map(({ name, count }) => `${name}\u00a0(${count.toLocaleString()})`)
    .join(', ');
}
