import * as z from 'zod';
import { access } from './access.ts';
import { analyticsEvents } from './analytics.forms.ts';
import { endpoint } from './endpoint.ts';
import type { WriteLimit } from './write-limits.ts';

/**
 * Events of one person. A page view brings some five, so that this is a page every few seconds all day; what a page could not send
 * waits in it, and is sent later.
 */
const mostEvents: WriteLimit['windows'] = [
  { most: 300, seconds: 60 },
  { most: 2_000, seconds: 3_600 },
  { most: 10_000, seconds: 86_400 },
];

export const postEvents = endpoint({
  id: 'analytics.postEvents',
  service: 'analytics',
  method: 'POST',
  writeLimit: { of: 'items', windows: mostEvents },
  path: '/analytics-service/v1/analytics',
  summary:
    'Keep what the caller did in the portal: a list of events, sent again stored once. `uid` and `te` must be the caller and the tenant of the request; an event whose time is implausible is told back, the others are kept',
  access: access.ownDoings(),
  // Whoever reads may be seen reading: nothing of a record is written.
  whileOnHold: true,
  body: analyticsEvents,
  response: z.object({
    /** Kept now or before. */
    accepted: z.number().int(),
    rejected: z.array(z.object({ index: z.number().int(), reason: z.string() })),
  }),
  errors: ['storage_full'],
});
