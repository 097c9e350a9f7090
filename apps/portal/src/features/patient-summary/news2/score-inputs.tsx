import type { News2 } from '@vigil/contract/triage.contract';
import { catalogue, type MetricId } from '@vigil/domain/metrics/catalogue';
import type { News2Input } from '@vigil/domain/news2/score';
import { displayDecimals, displayUnit, displayValue } from '@vigil/domain/units/unit-system';
import { useTranslation } from 'react-i18next';
import { writeNumber } from '#charts/write-value.ts';
import { useUnits } from '#lib/units.ts';
import { ageInWords } from '#ui/age-in-words.ts';
import summary from '../summary.module.css';
import styles from './news2.module.css';

type Input = News2['inputs'][number];

interface ScoreInputsProps {
  readonly inputs: readonly Input[];
  readonly now: number;
  readonly nameOf: (id: string) => string | undefined;
}

/** Which metric an input is read from. */
const metricOf: Partial<Record<News2Input, MetricId>> = {
  ...{ respiration: 'resp_rate', spo2: 'spo2', systolic: 'systolic', pulse: 'heart_rate', temperature: 'body_temp' },
};

/** The seven inputs: what each is, how old, where from, and what it adds. */
export function ScoreInputs({ inputs, now, nameOf }: ScoreInputsProps) {
  const { t } = useTranslation('patientSummary');
  return (
    <table className={styles.inputs}>
      <caption className="v-unseen">{t('news2.inputs')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('news2.input')}</th>
          <th scope="col">{t('news2.value')}</th>
          <th scope="col">{t('news2.from')}</th>
          <th scope="col" className={styles.points}>
            {t('news2.points')}
          </th>
        </tr>
      </thead>
      <tbody>
        {inputs.map((one) => (
          <Row key={one.input} one={one} now={now} nameOf={nameOf} />
        ))}
      </tbody>
    </table>
  );
}

interface RowProps extends Pick<ScoreInputsProps, 'now' | 'nameOf'> {
  readonly one: Input;
}

function Row({ one: { input, value, measuredAt, readings, source, saidBy, low, high }, now, nameOf }: RowProps) {
  const { t } = useTranslation('patientSummary');
  const { t: ui } = useTranslation('ui');
  const told = useTold();
  const isKnown = value !== null;
  const from =
    source === 'clinician'
      ? ((saidBy && nameOf(saidBy)) ?? t('news2.somebody'))
      : source === 'survey'
        ? t('news2.inSurvey')
        : readings && readings > 1
          ? t('news2.median', { count: readings })
          : t('news2.reading');
  return (
    <tr data-known={isKnown}>
      <th scope="row">{t(`news2.of.${input}`)}</th>
      <td className={styles.value}>{isKnown ? told(input, value) : <span className={styles.unknown}>{t('news2.unknown')}</span>}</td>
      <td className={summary.muted}>
        {isKnown && measuredAt !== null ? `${ageInWords(ui, measuredAt, now)} · ${from}` : t(`news2.missing.${input}`)}
      </td>
      <td className={styles.points} data-three={low === 3 || undefined}>
        {low === high ? low : t('news2.between', { low, high })}
      </td>
    </tr>
  );
}

/** A value in the reader's units, or the word for it. */
function useTold() {
  const { t, i18n } = useTranslation('patientSummary');
  const units = useUnits();
  return (input: News2Input, value: number | string) => {
    const metric = metricOf[input];
    if (typeof value === 'string') return t(`news2.word.${value as 'air'}`);
    if (!metric) return String(value);
    const entry = catalogue[metric];
    return `${writeNumber(displayValue(entry, value, units), displayDecimals(entry, units), i18n.language)} ${displayUnit(entry, units)}`;
  };
}
