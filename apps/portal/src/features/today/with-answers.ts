import type { triageToday } from '@vigil/contract';
import type { AlarmAnswer } from '@vigil/contract/alerts-alarms.contract';
import type { ReceivedOf } from '@vigil/contract/endpoint';
import type { RowAlarm } from './row-alarms.ts';

type TodayPage = ReceivedOf<typeof triageToday.getToday>;

const inSeconds = (milliseconds: number | null) => (milliseconds === null ? null : Math.floor(milliseconds / 1000));

/** A page of Today with the alerts as the server has just answered them. What a page has is newer where its version is higher. */
export function withAnswers(page: TodayPage, answers: readonly AlarmAnswer[]): TodayPage {
  const answered = new Map(answers.map((one) => [one.id, one]));
  const now = (alarm: RowAlarm): RowAlarm => {
    const answer = answered.get(alarm.id);
    if (!answer || answer.version < alarm.version) return alarm;
    const { state, severity, isJudged, by, version } = answer;
    // Whom it tells next is asked for again with the list: while somebody has it, it tells nobody.
    return { ...alarm, state, severity, isJudged, by, version, dueAt: inSeconds(answer.dueAt), ...(state !== 'raised' && { next: null }) };
  };
  return { ...page, content: page.content.map((row) => ({ ...row, alarms: row.alarms.map(now) })) };
}
