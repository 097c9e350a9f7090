import type { ActivityType } from '@vigil/contract/activities.values';
import type { IconName } from '#ui/icons.tsx';

/** What can be logged, in the order of the buttons. */
export const logKinds = ['weight', 'pressure', 'glucose', 'meal', 'medication', 'workout'] as const;
export type LogKind = (typeof logKinds)[number];

interface KindOfLog {
  readonly type: ActivityType;
  readonly icon: IconName;
}

export const kindsOfLogs: Readonly<Record<LogKind, KindOfLog>> = {
  weight: { type: 'LOGGING_WEIGHT', icon: 'scale' },
  pressure: { type: 'LOGGING_BLOOD_PRESSURE', icon: 'heart' },
  glucose: { type: 'LOGGING_GLUCOSE', icon: 'drop' },
  meal: { type: 'LOGGING_FOOD', icon: 'meal' },
  medication: { type: 'LOGGING_MEDICATION', icon: 'pill' },
  workout: { type: 'MOVE', icon: 'activity' },
};

export const kindOfType = (type: ActivityType): LogKind => logKinds.find((kind) => kindsOfLogs[kind].type === type) ?? 'workout';
