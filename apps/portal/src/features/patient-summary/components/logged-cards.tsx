import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Activity, ReadingByHand } from '@vigil/contract/activities.contract';
import { catalogue, type MetricId } from '@vigil/domain/metrics/catalogue';
import { displayText, displayUnit, type Units } from '@vigil/domain/units/unit-system';
import { useTranslation } from 'react-i18next';
import { useFileUrl } from '#lib/file.ts';
import { useUnits } from '#lib/units.ts';
import { ageInWords } from '#ui/age-in-words.ts';
import { Card } from '#ui/card.tsx';
import { readingsByHandQuery } from '../api/ask-summary.ts';
import styles from '../summary.module.css';
import { activityDays, daysLogged } from '../use-summary.ts';

interface LoggedProps {
  readonly memberId: string;
  readonly logged: readonly Activity[];
  readonly now: number;
}

/** As many stand here; the page of what was logged has all. */
const most = 6;

/** What the member did and measured by hand, the last first: logged here, or typed in elsewhere. */
export function ActivitiesCard({ memberId, logged, now }: LoggedProps) {
  const { t } = useTranslation('patientSummary');
  const elsewhere = useQuery(readingsByHandQuery(memberId, ...daysLogged(now)));
  const rows: Row[] = [
    ...logged.map((activity) => ({ at: activity.timestamp, activity })),
    ...(elsewhere.data?.content ?? []).map((reading) => ({ at: reading.timestamp, reading })),
  ].sort((a, b) => b.at - a.at);
  const all = (
    <Link to="/patient/$memberId/log" params={{ memberId }}>
      {t('activities.all')}
    </Link>
  );
  return (
    <Card title={t('activities.title')} end={all}>
      {rows.length === 0 && !elsewhere.isPending && <p className={styles.muted}>{t('activities.none', { count: activityDays })}</p>}
      <ul className={styles.rows}>
        {rows.slice(0, most).map((row) => (
          <li key={row.activity?.id ?? row.at}>
            {row.activity ? <Logged activity={row.activity} memberId={memberId} /> : <TypedElsewhere reading={row.reading} />}
            <Age at={row.at} now={now} />
          </li>
        ))}
      </ul>
      {elsewhere.isError && <p className={styles.muted}>{t('activities.elsewhereFailed')}</p>}
    </Card>
  );
}

type Row =
  | { readonly at: number; readonly activity: Activity; readonly reading?: never }
  | { readonly at: number; readonly activity?: never; readonly reading: ReadingByHand };

function Logged({ activity, memberId }: { readonly activity: Activity; readonly memberId: string }) {
  const { t } = useTranslation('patientSummary');
  const units = useUnits();
  const { loggedBy } = activity;
  const by = loggedBy.id === memberId ? t('activities.byMember') : `${loggedBy.firstName} ${loggedBy.lastName}`;
  return (
    <span>
      {t(`activities.type.${activity.activityType}`)} <strong>{measured(activity, units) ?? activity.title ?? activity.description}</strong>{' '}
      <span className={styles.muted}>{t('activities.by', { name: by })}</span>
      {photosOf(activity).map((address) => (
        <MealPhoto key={address} address={address} />
      ))}
    </span>
  );
}

/** A reading that was sent as typed in by hand. */
function TypedElsewhere({ reading: { values } }: { readonly reading: ReadingByHand }) {
  const { t } = useTranslation('patientSummary');
  const units = useUnits();
  const typed = (wanted: MetricId) => values.find(({ metric }) => metric === wanted)?.value;
  const [systolic, diastolic] = [typed('systolic'), typed('diastolic')];
  const isPressure = systolic !== undefined && diastolic !== undefined;
  const others = values.filter(({ metric }) => !isPressure || (metric !== 'systolic' && metric !== 'diastolic'));
  return (
    <span>
      {isPressure && (
        <>
          {t('activities.type.LOGGING_BLOOD_PRESSURE')} <strong>{`${systolic}/${diastolic} mmHg`}</strong>{' '}
        </>
      )}
      {others.map(({ metric, value }) => (
        <span key={metric}>
          {catalogue[metric].label}{' '}
          <strong>{`${displayText(catalogue[metric], value, units)} ${displayUnit(catalogue[metric], units)}`}</strong>{' '}
        </span>
      ))}
      <span className={styles.muted}>{t('activities.elsewhere')}</span>
    </span>
  );
}

function Age({ at, now }: { readonly at: number; readonly now: number }) {
  const { t: ui } = useTranslation('ui');
  return (
    <time className={styles.muted} dateTime={new Date(at * 1000).toISOString()} title={new Date(at * 1000).toLocaleString()}>
      {ageInWords(ui, at, now)}
    </time>
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
