import { Link } from '@tanstack/react-router';
import type { Activity } from '@vigil/contract/activities.contract';
import { catalogue } from '@vigil/domain/metrics/catalogue';
import { displayText, displayUnit, type Units } from '@vigil/domain/units/unit-system';
import { useTranslation } from 'react-i18next';
import { useFileUrl } from '#lib/file.ts';
import { useUnits } from '#lib/units.ts';
import { ageInWords } from '#ui/age-in-words.ts';
import { Card } from '#ui/card.tsx';
import styles from '../summary.module.css';
import { activityDays } from '../use-summary.ts';

interface LoggedProps {
  readonly memberId: string;
  readonly logged: readonly Activity[];
  readonly now: number;
}

/** As many stand here; the page of what was logged has all. */
const most = 6;

/** What the member did and measured by hand, the last first. */
export function ActivitiesCard({ memberId, logged, now }: LoggedProps) {
  const { t } = useTranslation('patientSummary');
  const { t: ui } = useTranslation('ui');
  const units = useUnits();
  const all = (
    <Link to="/patient/$memberId/log" params={{ memberId }}>
      {t('activities.all')}
    </Link>
  );
  return (
    <Card title={t('activities.title')} end={all}>
      {logged.length === 0 && <p className={styles.muted}>{t('activities.none', { count: activityDays })}</p>}
      <ul className={styles.rows}>
        {logged
          .toSorted((a, b) => b.timestamp - a.timestamp)
          .slice(0, most)
          .map((activity) => (
            <li key={activity.id}>
              <span>
                {t(`activities.type.${activity.activityType}`)}{' '}
                <strong>{measured(activity, units) ?? activity.title ?? activity.description}</strong>
                {photosOf(activity).map((address) => (
                  <MealPhoto key={address} address={address} />
                ))}
              </span>
              <span className={styles.muted}>{ageInWords(ui, activity.timestamp, now)}</span>
            </li>
          ))}
      </ul>
    </Card>
  );
}

/** Photos of a meal and of what it was made of. */
const photosOf = ({ activityDetails, activities }: Activity) =>
  [activityDetails, ...activities.map((part) => part.activityDetails)].flatMap(({ imageUrl }) => imageUrl ?? []);

function MealPhoto({ address }: { readonly address: string }) {
  const { t } = useTranslation('patientSummary');
  const url = useFileUrl(address);
  return url && <img src={url} alt={t('activities.photo')} className={styles.photo} />;
}

/** The value that was measured, in the person's units; null where it is nothing measured. */
function measured({ activityDetails: { weight, systolic, diastolic, glucose } }: Activity, units: Units): string | null {
  if (weight !== undefined) return `${displayText(catalogue.weight, weight, units)} ${displayUnit(catalogue.weight, units)}`;
  if (systolic !== undefined) return `${systolic}/${diastolic} mmHg`;
  return glucose === undefined ? null : `${displayText(catalogue.glucose, glucose, units)} ${displayUnit(catalogue.glucose, units)}`;
}
