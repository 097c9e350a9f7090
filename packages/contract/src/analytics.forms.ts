import * as z from 'zod/mini';
import { appName, longestEventText, mostEventsAtOnce } from './analytics.values.ts';

const wantedWord = 'Give 1 to 60 letters, digits, spaces, dots, hyphens or underscores.';
/** Names of kinds, never of people: what else could be written into them would have to be guarded like a record. */
const word = z.string(wantedWord).check(z.regex(/^[\w .-]{1,60}$/, wantedWord));
const wantedId = 'Give an id.';
const id = z.uuid(wantedId).check(z.toLowerCase());
const wantedPath = `Give a path without query or fragment, of no more than ${longestEventText.path} characters.`;
const path = z.string(wantedPath).check(z.maxLength(longestEventText.path, wantedPath), z.regex(/^\/[\w./-]*$/, wantedPath));

/** One event, as the specification writes them. What it does not name is refused, so that nothing else of a page is sent along. */
export const analyticsEvent = z.strictObject(
  {
    /** Version of this form. */
    v: word,
    /** Session: from sign-in to sign-out in one tab. */
    tid: id,
    ds: z.literal('web', 'It is web.'),
    /** The person: the caller. */
    uid: id,
    /** Tenant: the one of the request. */
    te: id,
    /** Time of the event, seconds since 1970. */
    et: z.number('Give seconds since 1970.').check(z.minimum(0), z.maximum(99_999_999_999)),
    /** Name of the event. */
    en: word,
    ep: z.strictObject(
      {
        category: word,
        subcategory: word,
        app_name: z.literal(appName, `It is ${appName}.`),
        session_id: id,
        visit_path: path,
        patient_id: z.optional(z.nullable(id)),
        /** Of a measurement, such as a web vital: milliseconds, or a score. */
        value: z.optional(z.number('Give a number.')),
      },
      'Give category, subcategory, app_name, session_id, visit_path and, where there is one, patient_id.',
    ),
  },
  'Give v, tid, ds, uid, te, et, en and ep.',
);
export type AnalyticsEvent = z.output<typeof analyticsEvent>;

const wantedEvents = `Give a list of 1 to ${mostEventsAtOnce} events.`;
export const analyticsEvents = z
  .array(analyticsEvent, wantedEvents)
  .check(z.minLength(1, wantedEvents), z.maxLength(mostEventsAtOnce, wantedEvents));
