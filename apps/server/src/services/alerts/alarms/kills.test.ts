import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, test } from 'vitest';
import { applicationRole, withCredentials } from '#platform/migrate.ts';
import { useHarness } from '#testing/harness.ts';
import type { Doing } from './testing/alarms-process.ts';

/*
 * A server that works on alarms in every state is killed again and again, at no chosen moment; the next one takes up what its
 * predecessor had begun, as an engine or a browser does whose answer was lost. ALARM_KILLS=100 for the whole exercise.
 */
const kills = Number(process.env.ALARM_KILLS ?? 3);
const harness = await useHarness();
const databaseUrl = withCredentials(harness.ownerUrl, applicationRole, harness.secrets.databaseApp);
const script = join(import.meta.dirname, 'testing', 'alarms-process.ts');

interface Life {
  readonly done: readonly Doing[];
  /** What it had begun when it was killed. */
  readonly unfinished: Doing | null;
}

async function liveUntilKilled(args: readonly string[], enough: number, delayMs: number): Promise<Life> {
  const child = spawn(process.execPath, [script, databaseUrl, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const done: Doing[] = [];
  let unfinished: Doing | null = null;
  for await (const line of createInterface({ input: child.stdout })) {
    const doing = JSON.parse(line.slice(line.indexOf(' '))) as Doing;
    if (line.startsWith('try')) unfinished = doing;
    else {
      done.push(doing);
      unfinished = null;
    }
    // In the middle of what it does next, wherever that is.
    if (done.length === enough) setTimeout(() => child.kill('SIGKILL'), delayMs);
  }
  await ended;
  return { done, unfinished };
}

test(`${kills} kills lose no alarm, tell nobody twice as new, and leave every alarm in one state`, {
  timeout: 60_000 + kills * 20_000,
}, async () => {
  const tenant = await harness.createTenant();
  const nurse = await harness.createUser(tenant, { roles: ['nurse'] });
  const members = await Promise.all(Array.from({ length: 6 }, () => harness.createUser(tenant)));
  const done: Doing[] = [];
  let unfinished: Doing | null = null;
  for (let life = 0; life < kills; life += 1) {
    const args = [tenant.id, nurse.id, members.map(({ id }) => id).join(','), unfinished ? JSON.stringify(unfinished) : ''];
    const next: Life = await liveUntilKilled(args, 10 + ((life * 7) % 23), (life * 13) % 37);
    done.push(...next.done);
    unfinished = next.unfinished;
  }
  expect(done.length).toBeGreaterThanOrEqual(kills * 10);

  const ask = <Row extends object>(text: string) => harness.asOwner<Row>(text, [tenant.id]);
  // Every firing that was told of has its alarm, which is over exactly when its action is.
  const alarms = await ask<{
    id: string;
    user_id: string;
    state: string;
    is_live: boolean;
    action_live: boolean;
    action_id: string;
    due: boolean;
  }>(
    `select a.id, a.user_id, a.state, a.is_live, a.due_at is not null as due, p.action_id, o.is_live as action_live from vigil.alarms a
     join vigil.alarm_parts p on p.tenant_id = a.tenant_id and p.alarm_id = a.id
     join vigil.actions o on o.tenant_id = a.tenant_id and o.id = p.action_id where a.tenant_id = $1`,
  );
  const withAlarm = new Set(alarms.map(({ action_id }) => action_id));
  expect(done.filter(({ what, actionId }) => what === 'fire' && !withAlarm.has(actionId))).toEqual([]);
  expect(alarms.filter(({ is_live, action_live }) => is_live !== action_live)).toEqual([]);
  // What asks for somebody goes on asking.
  expect(alarms.filter(({ state, due }) => ['raised', 'acknowledged', 'snoozed'].includes(state) && !due)).toEqual([]);
  // Nobody is told twice that something is new.
  expect(
    await ask("select alarm_id from vigil.alarm_events where tenant_id = $1 and kind = 'persisted' group by alarm_id having count(*) <> 1"),
  ).toEqual([]);
  // Every ring is exactly one push, and the other way round.
  const [counted] = await ask<{ rings: number; pushes: number }>(
    `select (select count(*)::int from vigil.alarm_events where tenant_id = $1 and rang) as rings,
       (select count(*)::int from vigil.pushes where tenant_id = $1) as pushes`,
  );
  expect(counted?.rings).toBe(counted?.pushes);
  expect(counted?.rings).toBeGreaterThan(0);
  // What the alarm is, is what its last event left.
  expect(
    await ask(
      `select a.id from vigil.alarms a join lateral (
         select e.state from vigil.alarm_events e where e.tenant_id = a.tenant_id and e.alarm_id = a.id order by e.sequence desc limit 1
       ) last on true where a.tenant_id = $1 and last.state <> a.state`,
    ),
  ).toEqual([]);
  const states = new Set(
    (await ask<{ state: string }>('select distinct state from vigil.alarm_events where tenant_id = $1')).map(({ state }) => state),
  );
  expect(states.has('raised')).toBe(true);
  if (kills >= 100) expect([...states].sort()).toEqual(['acknowledged', 'cleared', 'raised', 'resolved', 'snoozed', 'suspended']);
});
