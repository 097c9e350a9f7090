import type { FactValues } from '@vigil/contract/events-processor-facts.contract';
import { catalogue } from '@vigil/domain/metrics/catalogue';
import { displayDecimals } from '@vigil/domain/units/unit-system';
import { useTranslation } from 'react-i18next';
import { writeNumber } from '#charts/write-value.ts';
import { useUnits } from '#lib/units.ts';
import { Card } from '#ui/card.tsx';
import { factRows } from '../facts.ts';
import styles from '../summary.module.css';

const bmiDecimals = 1;

/** The means of the last day, 30 days and 3 months beside each other. */
export function FactsCard({ facts }: { readonly facts: FactValues }) {
  const { t, i18n } = useTranslation('patientSummary');
  const units = useUnits();
  const rows = factRows(facts, units);
  const { bmi } = facts.data;
  return (
    <Card
      title={t('facts.title')}
      end={
        typeof bmi === 'number' && (
          <span className={styles.muted}>{`${t('facts.bmi')} ${writeNumber(bmi, bmiDecimals, i18n.language)}`}</span>
        )
      }
    >
      {rows.length === 0 ? (
        <p className={styles.muted}>{t('facts.none')}</p>
      ) : (
        <table className={styles.facts}>
          <thead>
            <tr>
              <td />
              <th scope="col">{t('facts.day')}</th>
              <th scope="col">{t('facts.month')}</th>
              <th scope="col">{t('facts.quarter')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ metric, label, unit, values }) => (
              <tr key={metric}>
                <th scope="row">
                  {label} <span className={styles.unit}>{unit}</span>
                </th>
                {(['day', 'month', 'quarter'] as const).map((window, index) => {
                  const value = values[index] ?? null;
                  return (
                    <td key={window}>
                      {value === null ? '–' : writeNumber(value, displayDecimals(catalogue[metric], units), i18n.language)}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Card>
  );
}
