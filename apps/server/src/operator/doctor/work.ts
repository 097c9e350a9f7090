import type { Stores } from '#platform/stores.ts';
import { readWorkLag } from '#platform/work-lag.ts';
import type { Finding } from './finding.ts';

/** A running server is seldom behind by more than a second; after so long something is wrong. */
const lateSeconds = { rules: 120, alerts: 30, mail: 600 } as const;

/** Whether the server keeps up with what it does by itself. Nothing is late where none runs: it catches up when it is started. */
export async function examineWork({ database, attached }: Pick<Stores, 'database' | 'attached'>): Promise<Finding> {
  const name = 'Work';
  if (!attached) return { check: name, state: 'ok', detail: 'no server runs on this data; what is due is done when it starts' };
  const lag = await readWorkLag(database);
  const mailSeconds = Math.max(lag.alarmMessagesSeconds ?? 0, lag.reminderMailsSeconds ?? 0);
  const late = [
    ...lateOf('alert rules have not looked at readings', lag.rulesSeconds, lateSeconds.rules),
    ...lateOf('an alert has not gone on to whoever is next', lag.alarmsSeconds, lateSeconds.alerts),
    ...lateOf(`${lag.alarmMessages + lag.reminderMails} mails or SMS have not been sent`, mailSeconds, lateSeconds.mail),
  ];
  if (late.length === 0) return { check: name, state: 'ok', detail: 'alert rules, alerts and mail are up to date' };
  return {
    ...{ check: name, state: 'broken', detail: late.join('; ') },
    mend: 'The server’s log says what fails (lines with "job"). Members may be without the alerts that their readings call for: watch them by other means meanwhile.',
  };
}

const lateOf = (what: string, seconds: number | null, most: number) =>
  seconds !== null && seconds > most ? [`${what} for ${Math.round(seconds)} s`] : [];
