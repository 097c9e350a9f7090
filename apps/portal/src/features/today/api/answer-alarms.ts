import { useQueryClient } from '@tanstack/react-query';
import { alertsAlarms, triageToday } from '@vigil/contract';
import type { AlarmAnswer } from '@vigil/contract/alerts-alarms.contract';
import { changeAnswers, useEndpointMutation } from '#lib/endpoint-query.ts';
import { withAnswers } from '../with-answers.ts';

const touches = [triageToday.getToday] as const;

/** Rows tell what the server answered at once: asking for the list again takes a while on a slow network. */
function useShowAnswers() {
  const client = useQueryClient();
  return (answers: readonly AlarmAnswer[]) => changeAnswers(client, triageToday.getToday, (page) => withAnswers(page, answers));
}

export function useAcknowledge() {
  const show = useShowAnswers();
  return useEndpointMutation(alertsAlarms.acknowledgeMember, { touches, quiet: true, onSuccess: ({ alarms }) => show(alarms) });
}

export function useSnooze() {
  const show = useShowAnswers();
  return useEndpointMutation(alertsAlarms.snoozeAlarm, { touches, quiet: true, onSuccess: (alarm) => show([alarm]) });
}

export function useUndoAnswer() {
  const show = useShowAnswers();
  return useEndpointMutation(alertsAlarms.undoAnswer, { touches, quiet: true, onSuccess: ({ alarms }) => show(alarms) });
}
