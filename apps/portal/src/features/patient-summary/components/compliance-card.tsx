import type { MemberCompliance } from '@vigil/contract/compliance.contract';
import { complianceKinds } from '@vigil/domain/compliance/compliance';
import { useTranslation } from 'react-i18next';
import { ageInWords } from '#ui/age-in-words.ts';
import { Card } from '#ui/card.tsx';
import styles from '../summary.module.css';

/** On how many of the last days each was done, day by day; and whether the band syncs. */
export function ComplianceCard({ compliance, now }: { readonly compliance: MemberCompliance; readonly now: number }) {
  const { t } = useTranslation('patientSummary');
  const { t: ui } = useTranslation('ui');
  const { band, complianceDays } = compliance;
  const age = band.lastSync === null ? '' : ageInWords(ui, band.lastSync, now);
  return (
    <Card title={t('compliance.title')}>
      <table className={styles.compliance}>
        <tbody>
          {complianceKinds.map((kind) => {
            const { complianceDays: done, totalDays: total, compliancePercentage: percent } = compliance[kind];
            return (
              <tr key={kind}>
                <th scope="row">{t(`compliance.kind.${kind}`)}</th>
                <td>
                  <span className={styles.days} aria-hidden="true">
                    {complianceDays.map((day) => (
                      <span
                        key={day.date}
                        data-done={day.done[kind]}
                        title={t('compliance.day', { date: day.date, done: t(day.done[kind] ? 'compliance.done' : 'compliance.missed') })}
                      />
                    ))}
                  </span>
                </td>
                <td>{t('compliance.of', { done, total })}</td>
                <td className={styles.number}>{percent === null ? '–' : t('compliance.percent', { percent })}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
      <p className={band.sync === 'fresh' ? styles.muted : styles.warn}>{t(`compliance.sync.${band.sync}`, { age })}</p>
    </Card>
  );
}
