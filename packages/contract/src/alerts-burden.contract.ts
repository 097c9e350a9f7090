import * as z from 'zod';
import { access } from './access.ts';
import { burdenDays } from './alerts-burden.values.ts';
import { endpoint } from './endpoint.ts';
import { id, seconds } from './shapes.ts';

/** Unix seconds. */
const moment = z.number();
const count = z.number().int();
/** Times until something was done. Null where it was never. */
const times = z.object({ alerts: count, medianSeconds: z.number().nullable(), p90Seconds: z.number().nullable() });

/** What alerts cost. An alert is one that somebody had to answer for; its rule being true again while it was open is a repeat. */
export const burdenFigures = z
  .object({
    alerts: count,
    repeats: count,
    /** Whom they were about. */
    members: count,
    /** Null where nobody was watched. */
    alertsPerMemberWeek: z.number().nullable(),
    /** Ended by somebody, not by time nor by a condition that cleared. */
    byHandPerMemberWeek: z.number().nullable(),
    acknowledged: times,
    intervened: times,
    /** Ended by an intervention that they called for; and by one that said artefact, expected or known. */
    clinical: count,
    noise: count,
    /** clinical ÷ (clinical + noise); null where nobody judged any. */
    precision: z.number().nullable(),
    /** Of which nobody said what they were. */
    notJudged: z.object({ expired: count, closed: count, unanswered: count }),
  })
  .meta({ id: 'BurdenFigures' });
export type BurdenFigures = z.output<typeof burdenFigures>;

export const getBurden = endpoint({
  id: 'alerts.getBurden',
  service: 'alerts',
  method: 'GET',
  path: '/alerts/api/v1/burden',
  summary: `What alerts cost and what they were good for, of those opened in a time of ${burdenDays.most} days at most (without a word: the last ${burdenDays.usual}), of the members in one’s scope or those of a cohort`,
  access: access.staffListMembers(),
  query: z.object({
    from: seconds.optional(),
    to: seconds.optional(),
    cohort: id.toLowerCase().optional(),
    rule: id.toLowerCase().optional(),
    clinician: id.toLowerCase().optional(),
  }),
  response: z.object({
    from: moment,
    to: moment,
    /** Members who were watched in this time, and for how many weeks: who is on hold or has left up to then. */
    members: count,
    memberWeeks: z.number(),
    /** False where there were more alerts than are looked at: the newest are. */
    complete: z.boolean(),
    total: burdenFigures,
    rules: z.array(z.object({ ruleId: id, title: z.string(), figures: burdenFigures })),
    /** Hours of the clock in which somebody did something about actions; whoever is no observer or administrator reads their own. */
    clinicians: z.array(
      z.object({
        clinicianId: id,
        firstName: z.string(),
        lastName: z.string(),
        hours: count,
        alertsPerHour: z.number().nullable(),
        figures: burdenFigures,
      }),
    ),
    /** Of all who worked on actions. */
    clinicianHours: count,
    alertsPerClinicianHour: z.number().nullable(),
    /** Those with most alerts, the first of them; null for administrators who are not of the clinical staff. */
    noisiestMembers: z
      .array(z.object({ userId: id, firstName: z.string(), lastName: z.string(), alerts: count, repeats: count }))
      .nullable(),
    yardstick: z.object({ alertsPerMemberWeek: z.number(), byHandPerMemberWeek: z.number(), source: z.string() }),
  }),
  errors: ['not_found', 'conflict'],
});
