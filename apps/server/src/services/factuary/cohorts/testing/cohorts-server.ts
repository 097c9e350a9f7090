import type { Cohort } from '@vigil/contract/factuary-cohorts.contract';
import { afterAll } from 'vitest';
import { type TestTenant, type UserOverrides, useHarness } from '#testing/harness.ts';
import { startModules } from '#testing/start-modules.ts';

export interface TestCohort {
  readonly cohort: Cohort;
  readonly meta: { readonly version: number; readonly count: number | null; readonly as_of: number | null };
}

/** What any of the calls may answer. */
interface Answer extends TestCohort {
  readonly content: {
    readonly user_id: string;
    readonly data?: Record<string, unknown>;
    readonly joined_at: number;
    readonly left_at: number | null;
  }[];
  readonly error?: { readonly code: string; readonly fields?: { readonly field: string; readonly message: string }[] };
}

export interface MemberOverrides extends UserOverrides {
  readonly born?: string;
  readonly sex?: string;
  readonly heightM?: number;
  /** Latest values, by metric, of ten minutes ago. */
  readonly readings?: Readonly<Record<string, number>>;
  /** The same of a hundred days ago. */
  readonly oldReadings?: Readonly<Record<string, number>>;
}

const daySeconds = 86_400;

/** The whole server, and people to make cohorts of. */
export async function useCohorts() {
  const harness = await useHarness({ COHORTS_FOLLOW_SECONDS: '120' });
  const { http, stop, modules } = await startModules(harness);
  afterAll(stop);

  async function call(method: 'GET' | 'POST' | 'DELETE', url: string, by: { readonly id: string }, payload?: object) {
    const answer = await http.inject({
      ...{ method, url },
      headers: { authorization: `Bearer ${by.id}`, ...(payload && { 'content-type': 'application/json' }) },
      ...(payload && { payload: JSON.stringify(payload) }),
    });
    const isJson = answer.headers['content-type']?.toString().includes('json');
    return { status: answer.statusCode, text: answer.body, body: (isJson ? answer.json() : {}) as Answer };
  }

  /** What a member's metric was last, so many seconds ago; null: nothing. */
  async function read(user: { id: string; tenantId: string }, metric: string, value: number | null, ago = 600) {
    const at = new Date(harness.clock.now() - ago * 1000);
    await harness.asOwner('delete from vigil.latest_ticks where tenant_id = $1 and user_id = $2 and metric = $3', [
      user.tenantId,
      user.id,
      metric,
    ]);
    if (value !== null)
      await harness.asOwner('insert into vigil.latest_ticks values ($1, $2, $3, $4, $5, $6, $4)', [
        ...[user.tenantId, user.id, metric, at, value, 'device'],
      ]);
  }

  async function member(of: TestTenant, { born, sex, heightM, readings = {}, oldReadings = {}, ...overrides }: MemberOverrides = {}) {
    const user = await harness.createUser(of, overrides);
    await harness.asOwner('update vigil.users set birth_date = $3, sex = $4, height_m = $5 where tenant_id = $1 and id = $2', [
      ...[of.id, user.id, born ?? null, sex ?? null, heightM ?? null],
    ]);
    for (const [metric, value] of Object.entries(readings)) await read(user, metric, value);
    for (const [metric, value] of Object.entries(oldReadings)) await read(user, metric, value, 100 * daySeconds);
    return user;
  }

  const cohort = (over: object = {}) => ({ title: 'Cohort', type: 'custom', json_conditions: [{ fact: 'weight', gte: 100 }], ...over });

  return { harness, modules, call, member, read, cohort };
}

/** The code of a failed call, and the first field that it names. */
export const errorOf = ({ error }: Answer) => [error?.code, error?.fields?.[0]?.field];
