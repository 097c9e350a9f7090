import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { useOwnHarness } from '#testing/harness.ts';
import { UsageError } from './arguments.ts';
import { settingsCommands } from './settings.ts';

/* What is set for all tenants is put on record in each: this file has a database of its own. */
const harness = await useOwnHarness();
const [tenant, other] = [await harness.createTenant(), await harness.createTenant()];
const flag = 'featureFlags.some.new.flag';

beforeAll(() => {
  vi.stubEnv('DATA_DIR', harness.config.dataDir);
  vi.stubEnv('LOG_LEVEL', 'silent');
});
afterAll(() => vi.unstubAllEnvs());

/** What the command prints, line by line. */
async function vigil(...argv: string[]): Promise<string[]> {
  const command = settingsCommands.find(({ name }) => name === argv.slice(0, 2).join(' '));
  const lines: string[] = [];
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    lines.push(String(text).trimEnd());
    return true;
  });
  try {
    expect(await command?.run(argv.slice(2))).toBe(0);
  } finally {
    write.mockRestore();
  }
  return lines;
}
const get = (...which: string[]) => vigil('tenant', 'get', tenant.code, ...which);

test('what is set for all tenants holds until the tenant has its own; flags may be named in short', async () => {
  expect(await get('featureFlags.careTeam')).toEqual(['featureFlags.careTeam\tfalse\tdefault']);
  expect(await vigil('tenant', 'set', '--global', flag, 'true')).toEqual([
    `${flag} is set. Open pages follow within seconds. Nothing in this version reads this flag.`,
  ]);
  expect(await get(flag.replace('featureFlags', 'flags'))).toEqual([`${flag}\ttrue\tglobal`]);
  await vigil('tenant', 'set', tenant.code, flag, 'false');
  expect(await get(flag)).toEqual([`${flag}\tfalse\ttenant`]);
  await vigil('tenant', 'set', tenant.code, flag, '--reset');
  await vigil('tenant', 'set', '--global', flag, '--reset');
  expect((await vigil('tenant', 'history', '--global')).filter((line) => line.includes(flag))).toHaveLength(2);
});

test('a value is read as its setting wants it: a number, a text that looks like one, a list of words, JSON', async () => {
  await vigil('tenant', 'set', tenant.code, 'app.idleTimerTimeout', '600000');
  await vigil('tenant', 'set', tenant.code, 'app.alert_banner_message', '911');
  await vigil('tenant', 'set', tenant.code, 'tenant.hosts', `care.${tenant.code}.example,ward.${tenant.code}.example:8443`);
  await vigil('tenant', 'set', tenant.code, 'normalRanges.spo2', '{"low": 92, "high": null}');
  expect(await get('app')).toEqual(
    expect.arrayContaining(['app.idleTimerTimeout\t600000\ttenant', 'app.alert_banner_message\t"911"\ttenant']),
  );
  expect(await get('tenant.hosts')).toEqual([`tenant.hosts\t["care.${tenant.code}.example","ward.${tenant.code}.example:8443"]\ttenant`]);
  expect(await get('normalRanges.spo2')).toEqual(['normalRanges.spo2\t{"low":92,"high":null}\ttenant']);
});

test('the history names the operator and the values, and a change is taken back by its id', async () => {
  await vigil('tenant', 'set', tenant.code, 'tenant.chat', 'OFF');
  const [newest = ''] = await vigil('tenant', 'history', tenant.code);
  const [id = '', , , ...change] = newest.split('\t');
  expect(change).toEqual(['tenant.chat', 'not set', '"OFF"']);
  await vigil('tenant', 'undo', tenant.code, id);
  expect(await get('tenant.chat')).toEqual(['tenant.chat\t"ON"\tdefault']);
  await expect(vigil('tenant', 'undo', tenant.code, id)).rejects.toThrow('the setting has been changed again since');
  const rows = await harness.asOwner<{ endpoint: string }>('select distinct endpoint from vigil.audit_log where tenant_id = $1', [
    tenant.id,
  ]);
  expect(rows.map(({ endpoint }) => endpoint).sort()).toEqual(['operator.tenant.set', 'operator.tenant.undo']);
});

test('what is set for all tenants stands in the audit log of each', async () => {
  const seen = () => harness.asOwner("select 1 from vigil.audit_log where tenant_id = $1 and endpoint = 'operator.tenant.set'", [other.id]);
  expect(await seen()).toHaveLength(2);
});

test.each([
  [['set', tenant.code, 'access.patients', 'none'], 'access.patients: It must be tenant or assigned.'],
  [['set', tenant.code, 'app.idleTimeout', '1'], 'There is no such setting. Settings are app.alert_banner_message, app.idleTimerTimeout'],
  [['set', other.code, 'tenant.hosts', `care.${tenant.code}.example`], `care.${tenant.code}.example belongs to another tenant.`],
  [['set', '--global', 'access.patients', 'assigned'], 'access.patients: It can be set for one tenant only.'],
  [['set', 'nobody', 'tenant.chat', 'OFF'], 'There is no tenant "nobody". Known: '],
  [['get', tenant.code, 'tenant.chats'], 'There is no setting "tenant.chats".'],
])('tenant %j is refused, and what would do is named', async (argv, message) => {
  await expect(vigil('tenant', ...argv)).rejects.toThrow(message);
});

test.each([
  [['set', tenant.code, 'tenant.chat']],
  [['set', tenant.code]],
  [['get']],
  [['set', '--global', 'a', 'b', 'c']],
  [['undo', tenant.code, 'x']],
])('tenant %j is used wrongly', async (argv) => {
  await expect(vigil('tenant', ...argv)).rejects.toThrow(UsageError);
});
