import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { VigilError } from '@vigil/contract/errors';
import type { Alert } from '@vigil/contract/factuary-actions.contract';
import { createPeople } from '#people/index.ts';
import { createLog } from '#platform/log.ts';
import { createDatabase } from '#platform/postgres/database.ts';
import { createActions } from '#services/factuary/actions/index.ts';
import { wireAlarms } from '../wiring.ts';
import { shippedRule } from './shipped-rule.ts';

/**
 * A server that works on alarms until it is killed: rules fire, get worse, clear, are acknowledged, snoozed, ended, ends are undone, and
 * time passes.
 * Says each thing before (`try`) and after (`done`) it is committed. What the one before it had tried and not done comes first;
 * what the database has not answered is tried again, as engines and browsers do.
 */
const [databaseUrl = '', tenantId = '', nurseId = '', members = '', unfinished = ''] = process.argv.slice(2);
const log = createLog('silent');
const database = createDatabase({ url: databaseUrl, size: 4, onError: () => {} });
const people = createPeople({ database });
const clock = { now: () => Date.now() };
const actions = createActions({ database, people, clock, log, config: { actionExpirySeconds: 3_600 }, maySee: async () => true });
const { alarms, timers, answering } = wireAlarms({
  ...{ database, people, actions, log, post: { send: async () => {} } },
  ...{ homeOf: async () => 'https://care.example', config: { alarmTimerSeconds: 3_600, smtpUrl: undefined, smsUrl: undefined } },
});
const { rule, title } = shippedRule('spo2-low');
const nurse = { id: nurseId, roles: ['nurse'] } as const;

export interface Doing {
  readonly what: 'fire' | 'worse' | 'clear' | 'again' | 'lose' | 'acknowledge' | 'snooze' | 'end' | 'undo' | 'time' | 'hold';
  readonly userId: string;
  /** Of the firing, or of the request; of an undo the one that it undoes. */
  readonly id: string;
  readonly actionId: string;
}

const ruleOf = (userId: string) => uuidOf(`rule of ${userId}`);
function uuidOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

const events = { fire: 'persisted', worse: 'still_true', clear: 'cleared', again: 'true_again', lose: 'data_stopped' } as const;

/** As the engine opens it: what the alarm rings for is not told a second time as an action. */
const alertOf = (userId: string): Alert => ({
  ...{ severity: rule.severity, triggered_at: 0, triggered_values: [], timeframe: '1h', baseline: '28d', evidence: [] },
  rule: { id: ruleOf(userId), version: 1, name: title },
});

async function report({ what, userId, id, actionId }: Doing): Promise<void> {
  if (!(what in events)) return;
  const event = events[what as keyof typeof events];
  await database.tenant(tenantId, async (sql) => {
    if (what === 'fire')
      await actions.open(sql, tenantId, {
        id: actionId,
        userId,
        category: 'BIOMETRICS',
        title,
        assigneeId: nurseId,
        alert: alertOf(userId),
      });
    const measured = what === 'worse' ? 60 + Math.floor(Math.random() * 30) : 92;
    const of = { userId, ruleId: ruleOf(userId), version: 1, firingId: id, actionId, rule, title };
    await alarms.report(sql, tenantId, [{ ...of, measured, atSeconds: Math.floor(Date.now() / 1000), event }]);
  });
}

async function perform(doing: Doing): Promise<void> {
  const { what, userId, id, actionId } = doing;
  const [alarm] = await alarms.standing(tenantId, [userId]);
  const sent = { request_id: id, version: alarm?.version ?? 1 };
  if (what in events) return report(doing);
  if (what === 'time') {
    await database.tenant(tenantId, (sql) =>
      sql.query("update vigil.alarms set due_at = now() - interval '1 s' where tenant_id = $1 and user_id = $2 and due_at is not null", [
        tenantId,
        userId,
      ]),
    );
    return timers.goOn(tenantId);
  }
  if (what === 'hold') {
    await database.tenant(tenantId, async (sql) => alarms.memberHeld(sql, tenantId, userId, alarm?.state !== 'suspended'));
    return;
  }
  if (what === 'undo')
    await actions.undo({ tenantId, ...nurse }, actionId, id).catch((error: unknown) => {
      // It was undone, or something new has opened, meanwhile.
      if (isAway(error)) throw error;
    });
  if (!alarm) return;
  if (what === 'acknowledge') await answering.acknowledge(tenantId, nurse, alarm.id, sent);
  if (what === 'snooze') await answering.snooze(tenantId, nurse, alarm.id, { ...sent, seconds: 600 });
  if (what === 'end')
    await actions
      .intervene({ tenantId, ...nurse }, actionId, { request_id: id, type: 'CALL', outcome: 'RESOLVED' })
      .catch((error: unknown) => {
        // It has ended meanwhile.
        if (isAway(error)) throw error;
      });
}

/** What was ended last for each member, and may be undone. */
const ended = new Map<string, Doing>();

async function next(userId: string): Promise<Doing> {
  const end = ended.get(userId);
  ended.delete(userId);
  if (end && Math.random() < 0.5) return { ...end, what: 'undo' };
  const [alarm] = await alarms.standing(tenantId, [userId]);
  const kinds = alarm
    ? (['worse', 'clear', 'again', 'lose', 'acknowledge', 'acknowledge', 'snooze', 'snooze', 'time', 'time', 'hold', 'end'] as const)
    : (['fire'] as const);
  const what = kinds[Math.floor(Math.random() * kinds.length)] as Doing['what'];
  return { what, userId, id: randomUUID(), actionId: alarm?.actionIds[0] ?? randomUUID() };
}

async function tell(word: 'try' | 'done', doing: Doing): Promise<void> {
  await new Promise<void>((resolve) => process.stdout.write(`${word} ${JSON.stringify(doing)}\n`, () => resolve()));
}

const isAway = (error: unknown) => error instanceof VigilError && error.code === 'database_unavailable';

/** Once the database is there again. */
async function answered<T>(ask: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (!isAway(error)) throw error;
      await pause(50);
    }
  }
}

async function tried(doing: Doing): Promise<void> {
  await tell('try', doing);
  await answered(() => perform(doing));
  if (doing.what === 'end') ended.set(doing.userId, doing);
  await tell('done', doing);
}

if (unfinished) await tried(JSON.parse(unfinished) as Doing);
const all = members.split(',');
for (;;) await tried(await answered(() => next(all[Math.floor(Math.random() * all.length)] as string)));
