import type { OnboardingRow } from '@vigil/contract/user-admin.contract';
import { type OnboardingStage, onboardingStages, type Realm } from '@vigil/contract/user-admin.values';
import type { Database } from '#platform/postgres/database.ts';
import { searchPatterns } from '#platform/postgres/search-patterns.ts';

export interface OnboardingQuestion {
  readonly realm: Realm;
  readonly stage: OnboardingStage | undefined;
  readonly partOfName: string | undefined;
  /** From 0. */
  readonly page: number;
  readonly size: number;
  readonly nowMs: number;
}

export interface Onboarding {
  readonly content: OnboardingRow[];
  readonly totalElements: number;
  readonly counts: Record<OnboardingStage, number>;
  readonly onboarded: number;
}

/**
 * Everybody of a realm who is in the tenant and was invited, or has given no sign of life, and the step they are at. Staff
 * who were made without an invitation are not on the way anywhere.
 */
const onTheWay = `select u.id as user_id, u.given_name as first_name, u.family_name as last_name, u.email, u.phone_number, u.roles, u.search_text,
    vigil.account_status_of(u) as status, u.created_at as invited_at, i.sent_at, coalesce(i.sent_count, 0) as sent_count, i.opened_at,
    case when i.used_at is not null then i.used_at else u.onboarded_at end as account_at, u.first_band_sync_at as synced_at,
    case when u.first_band_sync_at is not null and 'patient' = any(u.roles) then 'SYNCED'
      when u.onboarded_at is not null or i.used_at is not null then 'ACCOUNT'
      when i.opened_at is not null then 'OPENED'
      when i.sent_at is not null and exists (
        select from vigil.outbox o where o.tenant_id = u.tenant_id and o.link_for_user = u.id and o.link_expires_at > $3) then 'WAITING'
      when i.sent_at is not null then 'SENT'
      else 'NOT_SENT' end as stage,
    i.sent_at is not null and i.used_at is null and u.onboarded_at is null and u.first_band_sync_at is null and i.expires_at <= $3 as is_expired
  from vigil.users u
  left join lateral (
    select sent_at, sent_count, opened_at, used_at, expires_at from vigil.invitations i
    where i.tenant_id = u.tenant_id and i.user_id = u.id order by i.used_at is not null desc, i.created_at desc limit 1
  ) i on true
  where u.tenant_id = $1 and u.is_in_the_tenant is distinct from false and u.removed_at is null and u.deactivated_at is null
    and case when $2 = 'patient' then 'patient' = any(u.roles) else not u.roles <@ '{patient}' and i.expires_at is not null end`;

export function createOnboardingStore(database: Database) {
  return {
    /** Who is on the way, and how far? A page of one step, or of all who are not there yet, the longest waiting first; and counts of everybody. */
    read: (tenantId: string, { realm, stage, partOfName, page, size, nowMs }: OnboardingQuestion): Promise<Onboarding> =>
      database.tenant(tenantId, async (sql) => {
        const values: unknown[] = [tenantId, realm, new Date(nowMs)];
        const [counted] = await sql.query<Record<OnboardingStage, number> & { onboarded: number }>(
          `select ${onboardingStages.map((one) => `count(*) filter (where stage = '${one}')::int as "${one}"`).join(', ')},
             count(*) filter (where stage in ('ACCOUNT', 'SYNCED') and status = 'ACTIVE')::int as onboarded
           from (${onTheWay}) everybody`,
          values,
        );
        const last = realm === 'patient' ? 'SYNCED' : 'ACCOUNT';
        const conditions = [stage === undefined ? `stage <> '${last}'` : `stage = $${values.push(stage)}`];
        for (const pattern of searchPatterns(partOfName)) conditions.push(`search_text like $${values.push(pattern)}`);
        const where = conditions.join(' and ');
        const [total] = await sql.query<{ total: number }>(
          `select count(*)::int as total from (${onTheWay}) everybody where ${where}`,
          values,
        );
        const content = await sql.query<OnboardingRow>(
          `select user_id, first_name, last_name, email, phone_number, roles, stage, invited_at, sent_at, sent_count, opened_at, account_at, synced_at, is_expired
           from (${onTheWay}) everybody where ${where}
           order by invited_at, user_id limit $${values.push(size)} offset $${values.push(page * size)}`,
          values,
        );
        const { onboarded = 0, ...counts } = counted ?? {};
        return { content, totalElements: total?.total ?? 0, counts: counts as Record<OnboardingStage, number>, onboarded };
      }),
  };
}
export type OnboardingStore = ReturnType<typeof createOnboardingStore>;
