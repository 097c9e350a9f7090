import Button from '@mui/material/Button';
import type { Activity } from '@vigil/contract/activities.contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFileUrl } from '#lib/file.ts';
import { Icon } from '#ui/icons.tsx';
import { useTakeBack } from '../api/logging.ts';
import { kindOfType, kindsOfLogs } from '../log-kinds.ts';
import styles from '../logging.module.css';
import { useTold } from '../told.ts';

interface LoggedRowProps {
  readonly memberId: string;
  readonly activity: Activity;
  readonly canWrite: boolean;
}

/** One thing that was logged, and taking it back: asked once, because what is taken back has to be logged anew. */
export function LoggedRow({ memberId, activity, canWrite }: LoggedRowProps) {
  const { t, i18n } = useTranslation('logging');
  const [asking, setAsking] = useState(false);
  const takeBack = useTakeBack();
  const takeItBack = () =>
    void takeBack.mutateAsync({ params: { userId: memberId, activityId: activity.id }, body: {} }).catch(() => setAsking(false));
  const { what, more } = useTold()(activity);
  const { tz, timestamp, loggedBy } = activity;
  const time = new Intl.DateTimeFormat(i18n.language, { timeZone: tz, hour: 'numeric', minute: '2-digit' }).format(timestamp * 1000);
  const photos = [activity.activityDetails, ...activity.activities.map((one) => one.activityDetails)].flatMap(
    ({ imageUrl }) => imageUrl ?? [],
  );
  const by = loggedBy.id === memberId ? null : t('by', { name: `${loggedBy.firstName} ${loggedBy.lastName}` });
  return (
    <li className={styles.row}>
      <Icon name={kindsOfLogs[kindOfType(activity.activityType)].icon} size={20} className={styles.rowIcon} />
      <div className={styles.rowText}>
        <strong>{what}</strong>
        {more && <span>{more}</span>}
        <span className={styles.muted}>{[time, by].filter(Boolean).join(' · ')}</span>
        {photos.map((url) => (
          <MealPhoto key={url} address={url} />
        ))}
        {takeBack.isError && (
          <p role="alert" className={styles.failedText}>
            {t('takeBackFailed', { reason: takeBack.error.message })}
          </p>
        )}
      </div>
      {canWrite && !asking && (
        <Button color="inherit" className={styles.take ?? ''} aria-label={t('takeBackOne', { what })} onClick={() => setAsking(true)}>
          {t('takeBack')}
        </Button>
      )}
      {asking && (
        <div className={styles.sure}>
          <p>{t('sure')}</p>
          <span className={styles.buttons}>
            <Button variant="contained" color="error" autoFocus disabled={takeBack.isPending} onClick={takeItBack}>
              {t('takeBack')}
            </Button>
            <Button color="inherit" disabled={takeBack.isPending} onClick={() => setAsking(false)}>
              {t('keep')}
            </Button>
          </span>
        </div>
      )}
    </li>
  );
}

function MealPhoto({ address }: { readonly address: string }) {
  const { t } = useTranslation('logging');
  const url = useFileUrl(address);
  return url && <img src={url} alt={t('photo.alt')} className={styles.thumb} />;
}
