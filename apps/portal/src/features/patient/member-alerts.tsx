import { catalogue } from '@vigil/domain/metrics/catalogue';
import { displayText, displayUnit, readTheSame } from '@vigil/domain/units/unit-system';
import { useTranslation } from 'react-i18next';
import { useConfiguration } from '#lib/configuration.ts';
import type { Latest } from '#lib/member-readings.ts';
import { useUnits } from '#lib/units.ts';
import { ageInWords } from '#ui/age-in-words.ts';
import { Icon } from '#ui/icons.tsx';
import styles from './patient-header.module.css';
import { type ReadingAlert, readingAlerts } from './reading-alerts.ts';

/** As many stand beside the name, on a phone one; the rest are counted. */
const most = 2;
const mostOnPhone = 1;

interface MemberAlertsProps {
  readonly latest: Latest;
  readonly nowSeconds: number;
}

/** The place of alerts: last readings beyond their limits, in words and icon. Nothing while there is none. */
export function MemberAlerts({ latest, nowSeconds }: MemberAlertsProps) {
  const { t } = useTranslation('patient');
  const { t: ui } = useTranslation('ui');
  const { normalRanges } = useConfiguration();
  const units = useUnits();
  const alerts = readingAlerts(latest.latest, normalRanges, nowSeconds);
  if (alerts.length === 0) return null;
  const help = ({ metric, value, limit, at }: ReadingAlert) => {
    const entry = catalogue[metric];
    const told = { reading: text({ metric, value }), age: ageInWords(ui, at, nowSeconds) };
    if (!readTheSame(entry, value, limit, units)) return t('alertHelp', told);
    const written = `${displayText(entry, limit, units)} ${displayUnit(entry, units)}`;
    return t(value > limit ? 'justAboveHelp' : 'justBelowHelp', { ...told, limit: written });
  };
  const text = ({ metric, value }: Pick<ReadingAlert, 'metric' | 'value'>) => {
    const entry = catalogue[metric];
    return `${entry.label} ${displayText(entry, value, units)} ${displayUnit(entry, units)}`;
  };
  return (
    <ul className={styles.alerts} aria-label={t('alerts')} data-alerts>
      {alerts.slice(0, most).map((alert) => (
        <li key={alert.metric} className={styles.alert} data-severity={alert.severity} title={help(alert)}>
          <Icon name="alert" size={12} />
          {text(alert)}
        </li>
      ))}
      <MoreAlerts className={styles.more} others={alerts.slice(most).map(text)} />
      <MoreAlerts className={styles.moreOnPhone} others={alerts.slice(mostOnPhone).map(text)} />
    </ul>
  );
}

/** How many there are beside those that are shown; nothing where there are none. */
function MoreAlerts({ className, others }: { readonly className: string | undefined; readonly others: readonly string[] }) {
  const { t } = useTranslation('patient');
  return (
    others.length > 0 && (
      <li className={className} title={others.join(', ')}>
        {t('moreAlerts', { count: others.length })}
      </li>
    )
  );
}
