import type { NotifiedState } from '@vigil/contract/activities.values';
import type { Concern } from '@vigil/domain/activities/concern';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { advisedLogs } from '../advised-logs.ts';
import { useAdvice } from '../api/advice.ts';
import type { SavedActivity } from '../api/logging.ts';
import styles from '../logging.module.css';
import { useLowGlucoseTold, useTold } from '../told.ts';
import { useMomentWords } from '../use-moment-words.ts';
import { ConcernPanel } from './concern-panel.tsx';

interface SavedLogProps {
  readonly memberId: string;
  /** The member's time zone. */
  readonly zone: string;
  readonly own: boolean;
  readonly activity: SavedActivity;
  readonly takesFocus: boolean;
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

function SavedMeasure({ memberId, zone, own, activity, takesFocus, onDone }: SavedLogProps) {
  const { t } = useTranslation('logging');
  const { what } = useTold()(activity);
  const measured = t('measured', { when: useMomentWords(zone)(activity.timestamp * 1000) });
  const lowGlucose = useLowGlucoseTold();
  const { data, isError } = useAdvice(memberId, activity);
  const notified = useNotifiedWords({ own, zone, ...(data?.notified ?? pending), isError });
  const concerns: readonly Concern[] = data?.concerns ?? activity.concerns;
  const isAdvised = concerns.length > 0;
  useEffect(() => {
    if (isAdvised) advisedLogs.put(memberId, activity);
  }, [isAdvised, memberId, activity]);
  if (!isAdvised) return <Saved activity={activity} />;
  const advice = concerns.map((one) => one.advice);
  const isLow = advice.some((one) => one === 'glucose_low' || one === 'glucose_very_low');
  return (
    <ConcernPanel
      memberId={memberId}
      own={own}
      what={`${isLow ? lowGlucose(activity) : what} · ${measured}`}
      takesFocus={takesFocus}
      advice={advice}
      notified={notified}
      onDone={onDone}
    />
  );
}

/** Rules look within seconds; after so long it is said that nobody is known to have been notified. Milliseconds. */
const waitsMs = 20_000;

const pending = { state: 'pending', at: null } as const;

interface NotifiedWords {
  readonly own: boolean;
  readonly zone: string;
  readonly state: NotifiedState;
  readonly at: number | null;
  readonly isError: boolean;
}

function useNotifiedWords({ own, zone, state, at, isError }: NotifiedWords): string {
  const { t } = useTranslation('logging');
  const momentWords = useMomentWords(zone);
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), waitsMs);
    return () => clearTimeout(timer);
  }, []);
  const shown = state === 'pending' && (late || isError) ? 'unknown' : state;
  return t(`concern.${own ? 'own' : 'staff'}.${shown}`, { when: at === null ? '' : momentWords(at) });
}
