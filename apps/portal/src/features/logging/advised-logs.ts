import * as z from 'zod/mini';
import { createDrafts } from '#lib/drafts.ts';
import type { SavedActivity } from './api/logging.ts';

const kept = z.looseObject({
  id: z.string(),
  activityType: z.string(),
  activityDetails: z.looseObject({}),
  concerns: z.array(z.looseObject({})),
});

/** What was logged and calls for something to be done, by member: the advice stays over other screens and a reload until it is read. */
export const advisedLogs = createDrafts<SavedActivity>('advice', (found) =>
  kept.safeParse(found).success ? (found as SavedActivity) : null,
);
