import * as z from 'zod';
import { access } from './access.ts';
import { endpoint } from './endpoint.ts';
import { id, metricId, pageNumber, pageSize } from './shapes.ts';
import { tickSource } from './ticks-store.contract.ts';
import { longestTakeBackReason } from './ticks-store.values.ts';

const member = z.object({ userId: id });

/** A reading by what tells it from all others of a member. */
const readingName = { metric: metricId, timestamp: z.number().min(0).max(99_999_999_999), source: tickSource };

/** A reading that was taken back, as it was, with who did it, when and why. Its status is FHIR's. Times in Unix seconds. */
export const takenBackReading = z
  .object({
    ...readingName,
    value: z.number(),
    deviceId: z.string().nullable(),
    receivedAt: z.number(),
    status: z.literal('entered-in-error'),
    reason: z.string(),
    takenBackBy: id,
    takenBackAt: z.number(),
  })
  .meta({ id: 'TakenBackReading' });
export type TakenBackReading = z.output<typeof takenBackReading>;

/** Readings taken back by one call, at most. */
export const mostTakenBackAtOnce = 500;

export const takeTicksBack = endpoint({
  id: 'ticksStore.takeTicksBack',
  service: 'ticks-store',
  method: 'POST',
  path: '/ticks-store/api/v1/users/{userId}/ticks/taken-back',
  summary:
    'Take readings back that were entered in error: they leave charts, facts and latest values, stay on record, and do not come back when they are sent again',
  access: access.writeAboutMember('userId'),
  params: member,
  body: z.object({
    readings: z.array(z.object(readingName)).min(1).max(mostTakenBackAtOnce),
    reason: z
      .string()
      .trim()
      .min(1)
      .max(longestTakeBackReason)
      .refine((text) => text.isWellFormed() && !text.includes('\0'), 'Holds a character that cannot be stored'),
  }),
  response: z.array(takenBackReading),
  errors: ['not_found', 'no_access_to_user', 'too_many_requests', 'ticks_unavailable', 'storage_full'],
});

export const listTicksTakenBack = endpoint({
  id: 'ticksStore.listTicksTakenBack',
  service: 'ticks-store',
  method: 'GET',
  path: '/ticks-store/api/v1/users/{userId}/ticks/taken-back',
  summary: 'Readings of a member that were taken back, the last ones first, with who did it, when and why',
  access: access.readMember('userId'),
  params: member,
  query: z.object({ page: pageNumber, size: pageSize }),
  response: z.object({
    content: z.array(takenBackReading),
    totalElements: z.number().int(),
    page: z.number().int(),
    size: z.number().int(),
  }),
  errors: ['not_found', 'no_access_to_user', 'too_many_requests', 'ticks_unavailable', 'storage_full'],
});
