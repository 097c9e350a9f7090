import * as z from 'zod/mini';

export const views = ['month', 'week', 'day', 'list'] as const;
export type View = (typeof views)[number];

/** What the address of the calendar holds: no title and no name. */
export const calendarSearch = z.object({
  /** Empty: the week where there is room for it, else the day. */
  view: z._default(z.catch(z.enum([...views, '']), ''), ''),
  /** A day of what is shown: yyyy-MM-dd; empty: today. */
  day: z._default(z.catch(z.iso.date(), ''), ''),
  /** The colleague whose busy times lie over the own calendar, by the id; empty: nobody's. */
  over: z._default(z.catch(z.union([z.uuid(), z.literal('')]), ''), ''),
  /** The event that is open, by its id; `new`: one that is being made. */
  event: z._default(z.catch(z.union([z.uuid(), z.literal('new')]), ''), ''),
  /** Whether the open event is being changed. */
  edit: z._default(z.catch(z.boolean(), false), false),
});
export type CalendarSearch = z.output<typeof calendarSearch>;
