import { severities } from '@vigil/domain/alerts/rule';
import { news2Inputs } from '@vigil/domain/news2/score';
import * as z from 'zod';
import { access } from './access.ts';
import { endpoint } from './endpoint.ts';
import { id, metricId } from './shapes.ts';
import { news2Statement } from './triage.forms.ts';

/** Unix seconds. */
const moment = z.number();

/** One input of NEWS2: what is known of it, how old that is, and where it came from. */
const news2Input = z
  .object({
    input: z.enum(news2Inputs),
    /** In the unit of the score; a word for oxygen and consciousness. Null: unknown. */
    value: z.union([z.number(), z.string()]).nullable(),
    /** Of readings the newest; null where nothing is known. */
    measuredAt: moment.nullable(),
    /** Readings behind the value: of pulse, respiration and SpO2 those of the last worn hour, of which it is the median. */
    readings: z.number().int().nullable(),
    /** `survey`: answered in one, by the member or the care team beside them. */
    source: z.enum(['readings', 'clinician', 'survey']).nullable(),
    saidBy: id.nullable(),
    /** What it adds to the score at least and at most. */
    low: z.number().int(),
    high: z.number().int(),
  })
  .meta({ id: 'News2Input' });

/** A metric beside the member's own last 28 days, by the day's mean. */
const ownBaseline = z
  .object({
    metric: metricId,
    /** The newest whole day that has readings: its mean, and the start of the day. Null without one. */
    value: z.number().nullable(),
    day: moment.nullable(),
    /** Median of the 28 days before it; null with fewer than seven that have readings. */
    usual: z.number().nullable(),
    /** Robust standard deviations from it; negative below. */
    deviations: z.number().nullable(),
    days: z.number().int(),
  })
  .meta({ id: 'OwnBaseline' });

/**
 * NEWS2 of a member: a hospital score, for whose use at home the evidence is thin. The score lies between `low` and `high`; a band
 * is there only when all seven inputs are known. `applies` says whom it is not for: then there is no score.
 */
export const news2 = z
  .object({
    applies: z.enum(['yes', 'age_unknown', 'under_16', 'pregnancy']),
    asOf: moment,
    score: z
      .object({
        low: z.number().int(),
        high: z.number().int(),
        known: z.number().int(),
        hasThree: z.boolean(),
        band: z.enum(severities).nullable(),
        words: z.string(),
      })
      .nullable(),
    inputs: z.array(news2Input),
    scale: z.object({ scale: z.union([z.literal(1), z.literal(2)]), setBy: id.nullable(), setAt: moment.nullable() }),
    baselines: z.array(ownBaseline),
    /** The anomaly score of the newest day that has one. */
    anomaly: z.object({ day: moment, score: z.number() }).nullable(),
  })
  .meta({ id: 'News2' });
export type News2 = z.output<typeof news2>;

const path = '/triage/api/v1/users/{userId}/news2';
const params = z.object({ userId: id });

export const getNews2 = endpoint({
  id: 'triage.getNews2',
  service: 'triage',
  method: 'GET',
  path,
  summary: 'NEWS2 of a member with its inputs, their ages and sources, and beside it each metric against the member’s own 28 days',
  access: access.clinicalStaffReadMember('userId'),
  params,
  response: news2,
});

export const postNews2Statement = endpoint({
  id: 'triage.postNews2Statement',
  service: 'triage',
  method: 'POST',
  path: `${path}/statements`,
  summary: 'Say what no sensor tells: consciousness, oxygen, the scale of SpO2, a pregnancy. In one’s own name; stored once under its id',
  access: access.adaptForMember('userId'),
  params,
  body: news2Statement,
  response: news2,
  errors: ['conflict'],
});
