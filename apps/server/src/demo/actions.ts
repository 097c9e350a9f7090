import type { Alert } from '@vigil/contract/factuary-actions.contract';
import type { Role } from '@vigil/domain/roles';
import type { Log } from '#platform/log.ts';
import type { Database } from '#platform/postgres/database.ts';
import type { Actions, Opening } from '#services/factuary/actions/index.ts';
import { type DemoMember, type DemoTenant, demoId, tenantId } from './people.ts';

export interface DemoActionsDeps {
  readonly database: Database;
  /** Opens, gives and ends actions as their module does, each at its time. */
  readonly actions: Pick<Actions, 'open' | 'assign' | 'intervene' | 'isUntouched'>;
  readonly clock: { now(): number };
  readonly log: Pick<Log, 'warn'>;
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Evidence that is made up, as all of the demonstration is, and says so. */
const alert = (
  severity: Alert['severity'],
  triggered: readonly [metric: string, value: number, unit: string],
  baseline: number,
  beside: Alert['evidence'],
): Alert => {
  const [metric, value, unit] = triggered;
  return {
    ...{ severity, triggered_at: 0, triggered_values: [{ metric, value, unit }], timeframe: '24h', baseline: '7d' },
    evidence: [{ metric, order: 'primary', timeframe_average: value, timeframe_baseline: baseline }, ...beside],
    rule: { id: demoId('synthetic rule'), version: 1, name: 'Synthetic example' },
  };
};
const beside = (metric: string, average: number | null, baseline: number | null): Alert['evidence'][number] => ({
  ...{ metric, order: 'secondary', timeframe_average: average, timeframe_baseline: baseline },
});

interface DemoAction {
  readonly opening: Pick<Opening, 'category' | 'title' | 'priority' | 'alert' | 'role'>;
  readonly agoMs: number;
  /** To whom it was given, by whom, and how long ago. */
  readonly given?: readonly (readonly [to: string, by: Role, agoMs: number])[];
  /** What was done about it, by whom, and how long ago. */
  readonly done?: readonly [by: Role, outcome: 'RESOLVED' | 'IMPROVING' | 'ARTEFACT' | 'NOT_REACHED', agoMs: number, followUp?: string];
}

/**
 * One for each of the first members with readings, from the one who could not wait to the one who was forgotten. Alerts about readings are over: those that
 * stand, the live rules open.
 */
const stories: readonly DemoAction[] = [
  {
    opening: {
      category: 'BIOMETRICS',
      title: 'Oxygen saturation far below the usual',
      alert: alert('CRITICAL', ['spo2', 87, '%'], 95, [beside('resp_rate', 24, 16)]),
    },
    agoMs: 31 * hourMs,
    done: ['md', 'RESOLVED', 30 * hourMs],
  },
  {
    opening: {
      ...{ category: 'BIOMETRICS', title: 'Resting heart rate well above baseline' },
      alert: alert('HIGH', ['rhr', 84, 'bpm'], 66, [beside('rmssd', 21, 38), beside('steps', 1_800, 5_200)]),
    },
    agoMs: 6 * hourMs,
    given: [
      ['nurse', 'nurse', 5.5 * hourMs],
      ['md', 'nurse', 5 * hourMs],
    ],
    done: ['md', 'IMPROVING', 4 * hourMs],
  },
  {
    opening: { category: 'BIOMETRICS', title: 'Weight up 2 kg in three days', alert: alert('MEDIUM', ['weight', 84.2, 'kg'], 82.1, []) },
    agoMs: 30 * hourMs,
    given: [['nurse', 'nurse', 29 * hourMs]],
    done: ['nurse', 'IMPROVING', 28 * hourMs, 'Weigh again and call'],
  },
  { opening: { category: 'DATA_GAP', title: 'Band off for 14 hours' }, agoMs: 2 * hourMs },
  {
    opening: { category: 'SURVEY', title: 'Asked to be called in the survey' },
    agoMs: 26 * hourMs,
    given: [
      ['nurse', 'nurse', 25.5 * hourMs],
      ['md', 'nurse', 25 * hourMs],
    ],
  },
  {
    opening: {
      category: 'BIOMETRICS',
      title: 'Breathing faster than usual at night',
      alert: alert('MEDIUM', ['resp_rate', 22, 'br/min'], 15, []),
    },
    agoMs: 3 * dayMs,
    done: ['nurse', 'ARTEFACT', 3 * dayMs - 2 * hourMs],
  },
  { opening: { category: 'NEW_PATIENT', title: 'New member' }, agoMs: 20 * hourMs },
  { opening: { category: 'DATA_GAP', title: 'Not syncing for a day' }, agoMs: 4 * dayMs, done: ['nurse', 'NOT_REACHED', 3 * dayMs] },
  { opening: { category: 'DATA_GAP', title: 'Battery flat' }, agoMs: 15 * dayMs },
];

/** Actions of each tenant's first members with all that became of them, once: where there is any, none is made. */
export async function seedActions(deps: DemoActionsDeps, tenants: readonly DemoTenant[], members: readonly DemoMember[]): Promise<void> {
  for (const tenant of tenants) {
    const id = tenantId(tenant);
    const own = members.filter((member) => member.tenantId === id && member.profile.status === 'ACTIVE');
    if (own.length === 0 || !(await deps.actions.isUntouched(id))) continue;
    await seedTenant(deps, tenant, own).catch((error: unknown) =>
      // Somebody of the demonstration's staff has been taken out: the rest of it starts all the same.
      deps.log.warn({ err: error }, 'demo: the actions are not complete'),
    );
  }
}

async function seedTenant(
  { database, actions, clock }: DemoActionsDeps,
  tenant: DemoTenant,
  members: readonly DemoMember[],
): Promise<void> {
  const nowMs = clock.now();
  const id = tenantId(tenant);
  const staff = (name: string) => demoId(`${tenant.code}/${name}`);
  const by = (role: Role, agoMs: number) => ({ tenantId: id, id: staff(role), roles: [role], atMs: nowMs - agoMs });
  for (const [place, { opening, agoMs, given = [], done }] of stories.entries()) {
    const member = members[place];
    if (!member) return;
    const atMs = nowMs - agoMs;
    const seen = opening.alert && { alert: { ...opening.alert, triggered_at: Math.round(atMs / 1000) } };
    const { actionId } = await database.tenant(id, (sql) => actions.open(sql, id, { ...opening, ...seen, userId: member.userId, atMs }));
    for (const [to, role, ago] of given) await actions.assign(by(role, ago), actionId, { assignee_id: staff(to) });
    if (!done) continue;
    const [role, outcome, ago, title] = done;
    const followUp = title === undefined ? null : { title, due_date: Math.round(nowMs / 1000) + 2 * 86_400 };
    const words = { type: 'CALL', outcome, note: 'Synthetic. Called about the readings.', minutes: 8, follow_up: followUp } as const;
    await actions.intervene(by(role, ago), actionId, { request_id: demoId(`${tenant.code}/intervention ${place}`), ...words });
  }
}
