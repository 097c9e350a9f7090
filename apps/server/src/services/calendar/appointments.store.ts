import type { Database } from '#platform/postgres/database.ts';

/** An appointment of somebody of the staff with or about a member. Time in milliseconds since 1970. */
export interface AppointmentRow {
  readonly userId: string;
  readonly ownerId: string;
  readonly at: number;
}

/**
 * Appointments of all members, or of these, that begin from `fromMs` (inclusive) until `toMs` (exclusive), the next first. What they are
 * called stays in the calendars of those who take part.
 */
export const readAppointments = (
  database: Pick<Database, 'tenant'>,
  tenantId: string,
  scope: 'tenant' | readonly string[],
  { fromMs, toMs, limit }: { readonly fromMs: number; readonly toMs: number; readonly limit: number },
): Promise<AppointmentRow[]> =>
  database.tenant(tenantId, (sql) =>
    sql.query<AppointmentRow>(
      `select coalesce(e.booked_for, e.patient_id) as user_id, e.owner_id, e.starts_at as at from vigil.calendar_events e
       where e.tenant_id = $1 and e.type = 'REGULAR' and e.deleted_at is null and e.starts_at >= $2 and e.starts_at < $3
         and coalesce(e.booked_for, e.patient_id) is not null and ($4::uuid[] is null or coalesce(e.booked_for, e.patient_id) = any($4))
       order by e.starts_at, e.id limit $5`,
      [tenantId, new Date(fromMs), new Date(toMs), scope === 'tenant' ? null : [...scope], limit],
    ),
  );
