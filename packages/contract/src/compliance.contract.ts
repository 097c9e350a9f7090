import { activityTypes } from '@vigil/domain/activities/activity-types';
import { complianceKinds } from '@vigil/domain/compliance/compliance';
import * as z from 'zod';
import { access } from './access.ts';
import { endpoint } from './endpoint.ts';
import { bandStatuses } from './events-processor.values.ts';
import { id } from './shapes.ts';

/** Days on which something was done, of those that were looked at; percent, rounded, null where no day was looked at. */
const compliance = z.object({
  totalDays: z.number().int(),
  complianceDays: z.number().int(),
  compliancePercentage: z.number().int().nullable(),
});

/** yyyy-MM-dd, of the member's calendar. */
const date = z.iso.date();

export const memberCompliance = z
  .object({
    weight: compliance,
    band: compliance.extend({
      status: z.enum(bandStatuses),
      /** Seconds; when the server last received anything from the band. Null: never. */
      lastSync: z.number().nullable(),
      /** `stale`: longer ago than 24 hours or one calendar day, which is out of compliance. */
      sync: z.enum(['fresh', 'stale', 'never']),
    }),
    app: compliance,
    medication: compliance,
    meals: compliance,
    /** Days, begun ones counted whole; 30 where nobody knows. */
    accountAgeDays: z.number().int(),
    /** The days that are counted, min(age + 1, 7) of them, today the last, and what was done on each. */
    complianceDays: z.array(z.object({ date, done: z.record(z.enum(complianceKinds), z.boolean()) })),
    /** The days of activities, min(age + 1, 28) of them, today the last, and how many of each type were done. */
    activityDays: z.array(z.object({ date, done: z.partialRecord(z.enum(activityTypes), z.number().int()) })),
  })
  .meta({ id: 'MemberCompliance' });
export type MemberCompliance = z.output<typeof memberCompliance>;

export const getCompliance = endpoint({
  id: 'compliance.getCompliance',
  service: 'events-processor',
  method: 'GET',
  path: '/events-processor/api/v1/users/{userId}/compliance',
  summary: 'On how many of the last days a member weighed in, wore the band, used the app, took medication and logged meals',
  access: access.readMember('userId'),
  params: z.object({ userId: id }),
  response: memberCompliance,
  errors: ['ticks_unavailable'],
});
