import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { VigilError } from '@vigil/contract/errors';
import { expect, test } from 'vitest';
import { systemClock } from '#platform/clock.ts';
import { applicationRole, withCredentials } from '#platform/migrate.ts';
import { createActions } from '#services/factuary/actions/index.ts';
import { createTickWriter } from '#services/ticks-store/index.ts';
import { useOwnHarness } from '#testing/harness.ts';
import { tickBatch } from '#testing/ticks.ts';
import { liveOn } from '../live/testing/live-on.ts';
import type { Doing } from './testing/alarms-process.ts';
import { shippedRule } from './testing/shipped-rule.ts';
import { wireAlarms } from './wiring.ts';

/*
 * A server that works on alarms in every state is killed again and again, at no chosen moment, and in each third life PostgreSQL under
 * it; the next one takes up what its predecessor had begun, as an engine or a browser does whose answer was lost. ALARM_KILLS=100 for
 * the whole exercise. Stores of its own: others do not have theirs killed.
 */
const kills = Number(process.env.ALARM_KILLS ?? 3);
const harness = await useOwnHarness();
const databaseUrl = withCredentials(harness.ownerUrl, applicationRole, harness.secrets.databaseApp);
const script = join(import.meta.dirname, 'testing', 'alarms-process.ts');

interface Life {
  readonly done: readonly Doing[];
  /** What it had begun when it was killed. */
  readonly unfinished: Doing | null;
}

/** The first time its first process, which is started again once; then one that works for the server, which makes it recover alike. */
async function killPostgres(isFirst: boolean): Promise<void> {
  if (isFirst) return kill(Number(readFileSync(join(harness.config.dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]));
  const [working] = await harness.asOwner<{ pid: number }>(
    "select pid from pg_stat_activity where usename = $1 order by state = 'active' desc, query_start desc limit 1",
    [applicationRole],
  );
  if (!working) throw new Error('Nothing works for the server');
  kill(working.pid);
}
const kill = (pid: number) => void process.kill(pid, 'SIGKILL');

interface Death {
  /** So many things are done before. */
  readonly enough: number;
  readonly delayMs: number;
  /** Called in the middle of the life. */
  readonly half?: () => Promise<void>;
}

async function liveUntilKilled(args: readonly string[], { enough, delayMs, half }: Death): Promise<Life> {
  const child = spawn(process.execPath, [script, databaseUrl, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const done: Doing[] = [];
  let unfinished: Doing | null = null;
  let meanwhile: Promise<void> | undefined;
  for await (const line of createInterface({ input: child.stdout })) {
    const doing = JSON.parse(line.slice(line.indexOf(' '))) as Doing;
    if (line.startsWith('try')) unfinished = doing;
    else {
      done.push(doing);
      unfinished = null;
    }
    if (half && done.length === Math.floor(enough / 2)) meanwhile ??= half();
    // In the middle of what it does next, wherever that is.
    if (done.length === enough) setTimeout(() => child.kill('SIGKILL'), delayMs);
  }
  await Promise.all([ended, meanwhile]);
  return { done, unfinished };
}

test(`${kills} kills lose no alarm, tell nobody twice as new, and leave every alarm in one state`, {
  timeout: 60_000 + kills * 40_000,
}, async () => {
  const tenant = await harness.createTenant();
  const nurse = await harness.createUser(tenant, { roles: ['nurse'] });
  const members = await Promise.all(Array.from({ length: 6 }, () => harness.createUser(tenant)));
  const done: Doing[] = [];
  let unfinished: Doing | null = null;
  for (let life = 0; life < kills; life += 1) {
    const args = [tenant.id, nurse.id, members.map(({ id }) => id).join(','), unfinished ? JSON.stringify(unfinished) : ''];
    const half = life % 3 === 1 ? () => killPostgres(life === 1) : undefined;
    const next: Life = await liveUntilKilled(args, { enough: 10 + ((life * 7) % 23), delayMs: (life * 13) % 37, ...(half && { half }) });
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
  // Every ring is exactly one push to the same people in the same transaction, and the other way round.
  const [counted] = await ask<{ rings: number; pushes: number; paired: number }>(
    `with rings as (select * from vigil.alarm_events where tenant_id = $1 and rang),
       told as (select * from vigil.pushes where tenant_id = $1 and user_ids <> '{}')
     select (select count(*)::int from rings) as rings, (select count(*)::int from told) as pushes,
       (select count(*)::int from rings r join told p on p.ring_of = r.alarm_id and p.created_at = r.at and p.user_ids = r.told) as paired`,
  );
  expect(counted).toEqual({ rings: counted?.rings, pushes: counted?.rings, paired: counted?.rings });
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
  if (kills >= 100)
    expect(await ask("select 1 from vigil.alarm_events where tenant_id = $1 and kind = 'reopened' limit 1")).toHaveLength(1);
  if (kills >= 100) expect([...states].sort()).toEqual(['acknowledged', 'cleared', 'raised', 'resolved', 'snoozed', 'suspended']);
});

const engineKills = Math.max(3, Math.floor(kills / 10));
test(`${engineKills} kills of the ticks engine while members are judged raise one alarm each, which rings once`, {
  timeout: 120_000 + engineKills * 60_000,
}, async () => {
  const { database, people, log, config } = harness;
  const deaf = { ...harness, bus: { publish: () => {}, subscribe: () => () => {} } };
  const writer = createTickWriter({ ...deaf, clock: systemClock });
  const actions = createActions({ ...harness, maySee: async () => true });
  const { alarms, timers } = wireAlarms({
    ...{ database, people, actions, log, config, post: { send: async () => {} }, homeOf: async () => 'https://care.example' },
  });
  const run = liveOn(deaf, { report: alarms.report });
  const tenant = await harness.createTenant();
  const md = await harness.createUser(tenant, { roles: ['md'] });
  const { rule, title } = shippedRule('spo2-low');
  const ruleId = randomUUID();
  const definition = { ...rule, window: '1h', persistMinutes: 15, leastCoverage: 0.5 };
  await run.rules.create(tenant.id, md.id, { id: ruleId, title, definition });
  await run.rules.publish(tenant.id, ruleId, 1, 'live');
  let failed = 0;
  for (let round = 0; round < engineKills; round += 1) {
    const member = await harness.createUser(tenant);
    const now = Math.floor(Date.now() / 1000);
    const values = Array.from({ length: 13 }, (_, index) => [now - 7_200 + index * 600, 88] as const);
    await writer.append(tickBatch(member, { spo2: values }, { receivedAtMs: Date.now() }));
    await writer.rollupsSettled();
    const pid = harness.children.ticks();
    if (pid === undefined) throw new Error('There is no engine to kill');
    const killing = pause((round * 7) % 23).then(() => kill(pid));
    await run.live.catchUp();
    for (let isJudged = false; !isJudged; ) {
      try {
        await run.live.settled();
        isJudged = true;
      } catch (error) {
        if (!(error instanceof VigilError && error.code === 'ticks_unavailable')) throw error;
        failed += 1;
        await pause(100);
      }
    }
    await killing;
    await expect.poll(() => harness.engine.ping().then(() => harness.children.ticks() !== pid), { timeout: 60_000 }).toBe(true);
  }
  expect(failed).toBeGreaterThan(0);
  const each = await harness.asOwner<object>(
    `select (select count(*)::int from vigil.alert_firings f where f.user_id = u.id) as firings,
       (select count(*)::int from vigil.actions a where a.user_id = u.id and a.open_key like 'rule:%') as actions,
       (select count(*)::int from vigil.alarms a where a.user_id = u.id and a.state = 'raised') as alarms,
       (select count(*)::int from vigil.pushes p where p.patient_id = u.id and p.ring_of is not null) as told
     from vigil.users u where u.tenant_id = $1 and u.roles = '{patient}'`,
    [tenant.id],
  );
  expect(each).toEqual(Array.from({ length: engineKills }, () => ({ firings: 1, actions: 1, alarms: 1, told: 1 })));
  await Promise.all([run.stop(), timers.stop(), actions.stop?.(), writer.stop()]);
});
