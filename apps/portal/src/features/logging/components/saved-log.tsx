import type { NotifiedState } from '@vigil/contract/activities.values';
import type { Concern } from '@vigil/domain/activities/concern';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { advisedLogs } from '../advised-logs.ts';
import { useAdvice } from '../api/advice.ts';
import type { SavedActivity } from '../api/logging.ts';
import styles from '../logging.module.css';
import { useTold } from '../told.ts';
import { ConcernPanel } from './concern-panel.tsx';

interface SavedLogProps {
  readonly memberId: string;
  readonly own: boolean;
  readonly activity: SavedActivity;
  readonly onDone: () => void;
}

const measuring = new Set<SavedActivity['activityType']>(['LOGGING_WEIGHT', 'LOGGING_BLOOD_PRESSURE', 'LOGGING_GLUCOSE']);

/** What was just saved: that it was, or what to do about it. */
export function SavedLog({ activity, ...rest }: SavedLogProps) {
  return measuring.has(activity.activityType) ? <SavedMeasure activity={activity} {...rest} /> : <Saved activity={activity} />;
}

function Saved({ activity }: Pick<SavedLogProps, 'activity'>) {
  const { t } = useTranslation('logging');
  return <p className={styles.saved}>{t('saved', { what: useTold()(activity).what })}</p>;
}

function SavedMeasure({ memberId, own, activity, onDone }: SavedLogProps) {
  const { what } = useTold()(activity);
  const { data, isError } = useAdvice(memberId, activity);
  const notified = useNotifiedWords(own, data?.notified ?? { state: 'pending', at: null }, isError);
  const concerns: readonly Concern[] = data?.concerns ?? activity.concerns;
  const isAdvised = concerns.length > 0;
  useEffect(() => {
    if (isAdvised) advisedLogs.put(memberId, activity);
  }, [isAdvised, memberId, activity]);
  if (!isAdvised) return <Saved activity={activity} />;
  const advice = concerns.map((one) => one.advice);
  return <ConcernPanel memberId={memberId} own={own} what={what} advice={advice} notified={notified} onDone={onDone} />;
}

/** Rules look within seconds; after so long it is said that nobody is known to have been notified. Milliseconds. */
const waitsMs = 20_000;

function useNotifiedWords(own: boolean, { state, at }: { state: NotifiedState; at: number | null }, isError: boolean): string {
  const { t, i18n } = useTranslation('logging');
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), waitsMs);
    return () => clearTimeout(timer);
  }, []);
  const shown = state === 'pending' && (late || isError) ? 'unknown' : state;
  const time = at === null ? '' : new Intl.DateTimeFormat(i18n.language, { hour: 'numeric', minute: '2-digit' }).format(at);
  return t(`concern.${own ? 'own' : 'staff'}.${shown}`, { time });
}
