import { accountStatuses } from '@vigil/domain/status/account-status';
import * as z from 'zod';
import { access } from './access.ts';
import { endpoint } from './endpoint.ts';
import {
  actionCategoryIds,
  actionCounters,
  actionRoles,
  actionStatuses,
  longestReportDays,
  priorities,
} from './factuary-actions.values.ts';
import { id, timeZone } from './shapes.ts';

const time = z.number();

/** A calendar day as yyyyMMdd; read as yyyy-MM-dd. */
const reportDate = z
  .string()
  .regex(/^[0-9]{8}$/, 'A day is written yyyyMMdd, as 20261122')
  .transform((given) => `${given.slice(0, 4)}-${given.slice(4, 6)}-${given.slice(6)}`)
  .pipe(z.iso.date('There is no such day. A day is written yyyyMMdd'));

const range = z.object({
  /** The first and the last day, both included. */
  from_date: reportDate,
  to_date: reportDate,
  /** The zone in which the days are counted; without it the one that holds where none is known. */
  tz: timeZone.optional(),
});

/** An action within a counter. */
const counted = z.object({
  action_id: id,
  title: z.string(),
  priority: z.enum(priorities),
  patientId: id,
  time_created: time,
  /** Seconds from its creation to what is counted; of what remains open, to the end of the report. */
  delta_time: z.number(),
  /** When it first had each status, by status. */
  times: z.partialRecord(z.enum(actionStatuses), time),
});

const counters = <T extends z.ZodType>(one: T) =>
  z.object(Object.fromEntries(actionCounters.map((name) => [name, one])) as Record<(typeof actionCounters)[number], T>);

export const actionReportRow = z
  .object({
    action_id: id,
    action_category: z.enum(actionCategoryIds),
    class: z.enum(['STANDARD', 'PRIORITY']),
    title: z.string(),
    priority: z.enum(priorities),
    status: z.enum(actionStatuses),
    status_original: z.enum(actionStatuses).nullable(),
    timeCreated: time,
    statusDate: time,
    /** Seconds from its creation to its status. */
    deltaTime: z.number(),
    patientId: id,
    firstName: z.string(),
    lastName: z.string(),
    mrn: z.string().nullable(),
    employeeId: z.string().nullable(),
    assignee_id: id.nullable(),
    assignee_role: z.enum(actionRoles),
  })
  .meta({ id: 'ActionReportRow' });
export type ActionReportRow = z.output<typeof actionReportRow>;

export const getReport = endpoint({
  id: 'factuaryReports.getReport',
  service: 'factuary',
  method: 'GET',
  path: '/factuary/api/v2/report',
  summary: `What was done for and by each member on the days from_date to to_date (yyyyMMdd, both included, ${longestReportDays} at most), and every action that was open or changed then`,
  access: access.staffListMembers(),
  query: range,
  response: z.object({
    rows: z.array(
      z.object({
        uid: id,
        first_name: z.string(),
        last_name: z.string(),
        mrn: z.string().nullable(),
        employee_id: z.string().nullable(),
        /** Read by the member on these days, completed, and achieved. */
        insights: z.number().int(),
        surveys: z.number().int(),
        pledges: z.number().int(),
        actions: counters(z.number().int()),
      }),
    ),
    actions: z.array(actionReportRow),
    complete: z.boolean(),
  }),
});

export const getReportByClinician = endpoint({
  id: 'factuaryReports.getReportByClinician',
  service: 'factuary',
  method: 'GET',
  path: '/factuary/api/v2/report/by-clinician',
  summary:
    'The seven counters of each clinician on these days, each with what it counts: observers and administrators read everybody’s, others their own. uid is null for what nobody had',
  access: access.staffListMembers(),
  query: range,
  // Administrators read every action with whom it is about (specification, roles and permissions).
  figures: { counts: actionCounters.map((counter) => `rows.actions.${counter}.count`), membersSeenBy: 'staff' },
  response: z.object({
    rows: z.array(
      z.object({
        uid: id.nullable(),
        first_name: z.string().nullable(),
        last_name: z.string().nullable(),
        actions: counters(z.object({ count: z.number().int(), data: z.array(counted) })),
      }),
    ),
    complete: z.boolean(),
  }),
});

export const programReport = z.object({
  rows: z.array(
    z
      .object({
        patient_id: id,
        account_status: z.enum(accountStatuses).nullable(),
        program_id: id,
        program_name: z.string(),
        /** Percent; null where the program holds nothing. */
        program_completion: z.number().nullable(),
        n_modules: z.number().int(),
        n_modules_completed: z.number().int(),
        n_insights: z.number().int(),
        n_insights_completed: z.number().int(),
        n_pledges: z.number().int(),
        n_pledges_completed: z.number().int(),
        n_surveys: z.number().int(),
        n_surveys_completed: z.number().int(),
        program_started: time.nullable(),
        program_completed: time.nullable(),
        program_canceled: time.nullable(),
        /** Titles of the shared cohorts in which the member is. */
        cohorts: z.array(z.string()),
      })
      .meta({ id: 'ProgramReportRow' }),
  ),
  /** Whether these are all of them; otherwise those that were begun last. */
  complete: z.boolean(),
});

export const getProgramReport = endpoint({
  id: 'factuaryReports.getProgramReport',
  service: 'factuary',
  method: 'GET',
  path: '/factuary/api/v2/report/programs',
  summary: 'How far each member has come in each program',
  access: access.staffListMembers(),
  response: programReport,
});
