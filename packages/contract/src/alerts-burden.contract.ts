import * as z from 'zod';
import { access } from './access.ts';
import { burdenDays } from './alerts-burden.values.ts';
import { endpoint } from './endpoint.ts';
import type { Figures } from './figures.ts';
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

/** Where the figures of an answer, or of each row, stand. */
const figureNames = {
  counts: [
    ...['alerts', 'repeats', 'members', 'acknowledged.alerts', 'intervened.alerts', 'clinical', 'noise'],
    ...['notJudged.expired', 'notJudged.closed', 'notJudged.unanswered'],
  ],
  rates: [
    ...['alertsPerMemberWeek', 'byHandPerMemberWeek', 'precision'],
    ...['acknowledged', 'intervened'].flatMap((name) => [`${name}.medianSeconds`, `${name}.p90Seconds`]),
  ],
};
const of = (names: readonly string[], ...parts: readonly string[]) => parts.flatMap((part) => names.map((name) => `${part}.${name}`));
const parts = ['total', 'rules.figures', 'clinicians.figures'];
const figures: Figures = {
  counts: ['members', ...of(figureNames.counts, ...parts), 'noisiestMembers.alerts', 'noisiestMembers.repeats'],
  rates: [
    ...['memberWeeks', ...of(figureNames.rates, ...parts)],
    ...['clinicians.hours', 'clinicians.alertsPerHour', 'clinicianHours', 'alertsPerClinicianHour'],
  ],
  membersSeenBy: 'clinical staff',
};

export const getBurden = endpoint({
  id: 'alerts.getBurden',
  service: 'alerts',
  method: 'GET',
  path: '/alerts/api/v1/burden',
  summary: `What alerts cost and what they were good for, of those opened in a time of ${burdenDays.most} days at most (without a word: the last ${burdenDays.usual}), of the members in one’s scope or those of a cohort. Administrators who are not of the clinical staff choose nothing but a week that has ended, from Monday on (UTC; without a word: the last), and are told no figure about fewer than five members`,
  access: access.staffListMembers(),
  query: z.object({
    from: seconds.optional(),
    to: seconds.optional(),
    cohort: id.toLowerCase().optional(),
    rule: id.toLowerCase().optional(),
    clinician: id.toLowerCase().optional(),
  }),
  figures,
  response: z.object({
    from: moment,
    to: moment,
    /** Members who were watched in this time, and for how many weeks: who is on hold or has left up to then. Null where too few to be told. */
    members: count.nullable(),
    memberWeeks: z.number().nullable(),
    /** Something is left out, or null, because it is about fewer than five members whom the caller may not see; what is told is rounded. */
    isCoarse: z.boolean(),
    /** False where there were more alerts than are looked at: the newest are. */
    complete: z.boolean(),
    total: burdenFigures.nullable(),
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
    /** Of all who worked on actions of these members. Null where too few to be told. */
    clinicianHours: count.nullable(),
    alertsPerClinicianHour: z.number().nullable(),
    /** Those with most alerts, the first of them; null for administrators who are not of the clinical staff. */
    noisiestMembers: z
      .array(z.object({ userId: id, firstName: z.string(), lastName: z.string(), alerts: count, repeats: count }))
      .nullable(),
    yardstick: z.object({ alertsPerMemberWeek: z.number(), byHandPerMemberWeek: z.number(), source: z.string() }),
  }),
  errors: ['not_found', 'conflict', 'forbidden'],
});
