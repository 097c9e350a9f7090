import { useQuery } from '@tanstack/react-query';
import type { Activity } from '@vigil/contract/activities.contract';
import { dateOfDay } from '@vigil/domain/compliance/windows';
import { calendarDay, secondsOfDay } from '@vigil/domain/timeframe/zone';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDrafts } from '#lib/drafts.ts';
import { latestQuery } from '#lib/member-readings.ts';
import { currentUnits } from '#lib/units.ts';
import { advisedLogs } from '../advised-logs.ts';
import { type SavedActivity, useLogActivity } from '../api/logging.ts';
import { lastWeightOf } from '../last-weight.ts';
import { type LogDraft, logDrafts, writtenOn } from '../log-drafts.ts';
import type { LogKind } from '../log-kinds.ts';
import styles from '../logging.module.css';
import { useSendWhenOnline } from '../use-send-when-online.ts';
import { KindChoice } from './kind-choice.tsx';
import { LogForm } from './log-form.tsx';
import { SavedLog } from './saved-log.tsx';
import { UnsentLog } from './unsent-log.tsx';

interface LogSomethingProps {
  readonly memberId: string;
  /** The member's time zone, in which days and times are meant. */
  readonly zone: string;
  /** The member looks at the own page. */
  readonly own: boolean;
  /** What was logged lately: names to offer, and the last weight. */
  readonly logged: readonly Activity[];
}

/** Chooses what to log, logs it, and shows what became of it. What is being written is there again after a reload. */
export function LogSomething({ memberId, zone, own, logged }: LogSomethingProps) {
  const { t } = useTranslation('logging');
  const drafts = useDrafts(logDrafts, memberId);
  const [openId, setOpenId] = useState<string | null>(() => drafts.find(isWritten)?.id ?? null);
  const [saved, setSaved] = useState<SavedActivity | null>(null);
  const advised = useDrafts(advisedLogs, memberId);
  const told = saved && advised.every(({ id }) => id !== saved.id) ? [...advised, saved] : advised;
  const newestFirst = told.toSorted((one, other) => other.timestamp - one.timestamp || other.loggedAt - one.loggedAt);
  const save = useLogActivity(memberId, zone, (activity) => {
    if (activity.concerns.length > 0) advisedLogs.put(memberId, activity);
    setSaved(activity);
  });
  useSendWhenOnline(memberId, save);
  const question = useRef<HTMLHeadingElement>(null);
  const wasOpen = useRef(false);
  const open = drafts.find(({ id, state }) => id === openId && state === 'writing');

  // Whoever came by the keyboard goes on from where the form has been.
  useEffect(() => {
    if (wasOpen.current && !open) question.current?.focus();
    wasOpen.current = open !== undefined;
  }, [open]);

  function choose(kind: LogKind) {
    setSaved(null);
    // One that was opened and left empty says the time of then.
    for (const one of drafts) if (one.state === 'writing' && isEmpty(one)) logDrafts.remove(memberId, one.id);
    const draft = drafts.find((one) => one.kind === kind && isWritten(one)) ?? newDraft(kind, zone);
    logDrafts.put(memberId, draft);
    setOpenId(draft.id);
  }
  function edit(failed: LogDraft) {
    logDrafts.remove(memberId, failed.id);
    const draft = writtenOn(failed);
    logDrafts.put(memberId, draft);
    setOpenId(draft.id);
  }
  const titles = logged.filter(({ activityType }) => activityType === 'LOGGING_MEDICATION').map(({ title }) => title ?? '');
  const lastWeightKg = lastWeightOf(logged, useQuery(latestQuery(memberId)).data?.latest.weight);

  return (
    <div className={styles.something}>
      {open ? (
        <LogForm
          key={open.id}
          memberId={memberId}
          own={own}
          draft={open}
          zone={zone}
          knownTitles={[...new Set(titles)].filter(Boolean).slice(0, 20)}
          lastWeightKg={lastWeightKg}
          onSave={(draft) => {
            setOpenId(null);
            save(draft);
          }}
          onBack={() => {
            // What was opened and not written in is no draft.
            if (isEmpty(open)) logDrafts.remove(memberId, open.id);
            setOpenId(null);
          }}
        />
      ) : (
        <>
          <h2 ref={question} tabIndex={-1} className={styles.formTitle}>
            {t('ask')}
          </h2>
          {own && <p className={styles.lead}>{t('lead')}</p>}
          <KindChoice onChoose={choose} />
        </>
      )}
      <div role="status">
        {newestFirst.map((activity, index) => (
          <SavedLog
            key={activity.id}
            memberId={memberId}
            zone={zone}
            own={own}
            activity={activity}
            takesFocus={saved ? activity.id === saved.id : index === 0}
            onDone={() => {
              advisedLogs.remove(memberId, activity.id);
              if (saved?.id === activity.id) setSaved(null);
            }}
          />
        ))}
      </div>
      {drafts
        .filter(({ state }) => state !== 'writing')
        .map((draft) => (
          <UnsentLog
            key={draft.id}
            memberId={memberId}
            zone={zone}
            own={own}
            draft={draft}
            onRetry={() => save(draft)}
            onEdit={() => edit(draft)}
            onDiscard={() => logDrafts.remove(memberId, draft.id)}
          />
        ))}
    </div>
  );
}

const isEmpty = ({ values }: LogDraft) =>
  ['weight', 'systolic', 'diastolic', 'glucose', 'title', 'note', 'imageUrl', 'minutes'].every((field) => !values[field]);

/** Being written, with something in it. */
const isWritten = (draft: LogDraft) => draft.state === 'writing' && !isEmpty(draft);

/** Of now, by the member's clock; a meal is the one of the hour. */
function newDraft(kind: LogKind, zone: string): LogDraft {
  const now = Date.now() / 1000;
  const minutes = Math.floor(secondsOfDay(now, zone) / 60);
  const hour = Math.floor(minutes / 60);
  const mealType = hour < 11 ? 'BREAKFAST' : hour < 15 ? 'LUNCH' : hour < 18 ? 'SNACK' : 'DINNER';
  return {
    id: crypto.randomUUID(),
    kind,
    values: kind === 'meal' ? { mealType } : {},
    units: currentUnits(),
    date: dateOfDay(calendarDay(now, zone)),
    time: [hour, minutes % 60].map((part) => String(part).padStart(2, '0')).join(':'),
    confirmed: null,
    state: 'writing',
    failure: null,
  };
}
