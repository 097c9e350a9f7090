import { execFileSync } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { chmodSync, copyFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createAuditAnchor } from '#platform/audit/anchor/anchor.ts';
import { sealedLine } from '#platform/audit/anchor/anchor-entry.ts';
import { anchorFileName, readAnchorFile } from '#platform/audit/anchor/anchor-file.ts';
import { readRows } from '#platform/audit/audit.store.ts';
import { createAudit } from '#platform/audit/audit.ts';
import { hashOf } from '#platform/audit/audit-entry.ts';
import { systemClock } from '#platform/clock.ts';
import { readConfig } from '#platform/config.ts';
import { makeDataDirectory } from '#platform/data-directory.ts';
import { applicationRole, knownMigrations, migrate, withCredentials } from '#platform/migrate.ts';
import { createDatabase } from '#platform/postgres/database.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#platform/postgres/embedded.ts';
import type { Secrets } from '#platform/secrets.ts';
import { enginesOf } from '#platform/stores.ts';
import { useHarness } from '#testing/harness.ts';
import { postgresMigrations } from '#testing/postgres-migrations.ts';
import { readKeptAnchors } from './doctor/kept-anchors.ts';
import { examineMachine, examineStores } from './doctor.ts';

/*
 * The doctor against somebody with every right in the database, and some in the data directory. Each case gets a copy of
 * one database and one data directory, is found well, is tampered with and examined again.
 */
const harness = await useHarness();
const { engine, log } = harness;
const workplace = mkdtempSync(join(tmpdir(), 'vigil-tampering-'));
const original = join(workplace, 'original');
const secrets: Secrets = { ...harness.secrets, auditSeal: randomBytes(32).toString('base64url') };
const [clinic, practice] = [randomUUID(), randomUUID()];
const member = randomUUID();
let postgres: EmbeddedPostgres;
/** The anchor and the sealed head of the clinic as they were when its log had four entries; at the end it has eight. */
let earlierHead: { sequence: string; hash: string; seal: string };

const databaseUrl = (name: string) => Object.assign(new URL(postgres.ownerUrl), { pathname: `/${name}` }).toString();

async function asOwner<Row extends object = object>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows as Row[];
  } finally {
    await client.end();
  }
}

function openAs(url: string) {
  return createDatabase({ url: withCredentials(url, applicationRole, secrets.databaseApp), size: 4, onError: () => {} });
}

beforeAll(async () => {
  makeDataDirectory(workplace);
  postgres = await startEmbeddedPostgres({
    ...enginesOf(workplace),
    folder: join(workplace, 'postgres'),
    ownerPassword: 'owner',
    log,
    onExit: () => {},
    stopSeconds: 8,
    hangSeconds: 30,
    restartMinutes: 10,
  });
  const url = postgres.ownerUrl;
  await migrate({ ownerUrl: url, appPassword: secrets.databaseApp, engine, only: new Set(await postgresMigrations()) });
  // The engine of the run has had its migrations, under another database's record.
  const ofTicks = (await knownMigrations()).filter(({ store }) => store === 'ticks');
  await asOwner(
    url,
    `insert into public.vigil_migrations (store, name, sha256)
     values ${ofTicks.map(({ store, name, sha256 }) => `('${store}', '${name}', '${sha256}')`).join(', ')}`,
  );
  await asOwner(
    url,
    `insert into vigil.tenants (id, code) values ('${clinic}', 'clinic'), ('${practice}', 'practice');
     insert into vigil.users (tenant_id, id, roles, given_name, family_name) values ('${clinic}', '${member}', '{patient}', 'Test', 'Member');
     insert into vigil.devices (tenant_id, user_id, label, secret_sha256) values ('${clinic}', '${member}', 'band', '');
     insert into vigil.band_syncs values ('${clinic}', '${member}', now(), now())`,
  );
  mkdirSync(original);
  writeFileSync(join(original, 'secrets.json'), JSON.stringify(secrets), { mode: 0o600 });
  const database = openAs(url);
  const anchor = createAuditAnchor({
    database,
    clock: systemClock,
    log,
    key: secrets.auditSeal,
    dataDir: original,
    place: 'embedded',
    everySeconds: 3600,
    logMinutes: 0,
  });
  const audit = createAudit({ database, clock: systemClock, key: secrets.auditSeal, onWritten: anchor.note });
  const write = async (tenantId: string, entries: number) => {
    for (let written = 0; written < entries; written += 1)
      await audit.record({
        tenantId,
        requestId: randomUUID(),
        actorKind: 'person',
        actorId: randomUUID(),
        subject: null,
        members: [member],
        endpoint: 'ticksStore.getTicks',
        method: 'GET',
        status: 200,
        ip: '127.0.0.1',
      });
  };
  await write(clinic, 4);
  await anchor.flush();
  copyFileSync(join(original, anchorFileName), join(workplace, 'earlier-anchor.json'));
  const [head] = await asOwner<typeof earlierHead>(
    url,
    `select sequence, encode(hash, 'hex') as hash, encode(seal, 'hex') as seal from vigil.audit_heads where tenant_id = '${clinic}'`,
  );
  if (head) earlierHead = head;
  await write(clinic, 4);
  await write(practice, 3);
  await anchor.stop();
  await database.close();
}, 120_000);

afterAll(async () => {
  await postgres?.stop();
  rmSync(workplace, { recursive: true, force: true });
});

interface Place {
  readonly url: string;
  readonly dataDir: string;
}

const copies: string[] = [];

/** A copy of the database and of the data directory. */
async function copyOf(): Promise<Place> {
  const name = `case_${randomUUID().slice(0, 8)}`;
  await asOwner(databaseUrl('postgres'), `create database ${name} template vigil`);
  copies.push(name);
  return { url: databaseUrl(name), dataDir: copyOfDataDirectory() };
}

/** The database itself, and a copy of the data directory: for what is done beside the database and taken back. */
function besideTheDatabase(): Place {
  return { url: databaseUrl('vigil'), dataDir: copyOfDataDirectory() };
}

function copyOfDataDirectory(): string {
  const dataDir = join(workplace, randomUUID());
  cpSync(original, dataDir, { recursive: true, preserveTimestamps: true });
  return dataDir;
}

// Whole databases that nobody needs any more would have to be written out before PostgreSQL may stop.
afterEach(async () => {
  for (const name of copies.splice(0)) await asOwner(databaseUrl('postgres'), `drop database ${name} with (force)`);
});

/** What the doctor has to mend, as `check: detail`. */
async function toMend({ url, dataDir }: Place, keptAnchor?: string): Promise<string[]> {
  const kept = JSON.parse(readFileSync(join(dataDir, 'secrets.json'), 'utf8')) as Secrets;
  const database = openAs(url);
  const stores = { ...harness, database, engine, secrets: kept, ownerUrl: url };
  const portal = join(workplace, 'portal');
  mkdirSync(portal, { recursive: true });
  writeFileSync(join(portal, 'index.html'), '');
  const config = readConfig({ DATA_DIR: dataDir });
  try {
    const findings = [
      ...(await examineMachine(config, portal)),
      ...(await examineStores({
        stores,
        config,
        rollupLagSeconds: async () => 0,
        keptAnchors: keptAnchor ? await readKeptAnchors(keptAnchor) : [],
      })),
    ];
    expect(findings.length).toBeGreaterThan(12);
    return findings.filter((finding) => finding.state === 'broken').map((finding) => `${finding.check}: ${finding.detail}`);
  } finally {
    await database.close();
  }
}

/** The log's own trigger and the constraints are no obstacle to an owner. */
const past = (statements: string) => (place: Place) => asOwner(place.url, `set session_replication_role = replica; ${statements}`);

const log_ = `vigil.audit_log where tenant_id = '${clinic}'`;

type Tampering = (place: Place) => unknown;

const inTheLog: readonly [string, Tampering, string][] = [
  [
    'a row changed',
    past(`update vigil.audit_log set status = 403 where tenant_id = '${clinic}' and sequence = 3`),
    'entry 3: the row was changed',
  ],
  [
    'its time changed',
    past(`update vigil.audit_log set at = at - interval '1 hour' where tenant_id = '${clinic}' and sequence = 3`),
    'entry 3: the row was changed',
  ],
  [
    'its members changed',
    past(`update vigil.audit_log set members = '{}' where tenant_id = '${clinic}' and sequence = 3`),
    'entry 3: the row was changed',
  ],
  ['a row removed in the middle', past(`delete from ${log_} and sequence = 3`), 'entry 3: the row was removed'],
  ['the last rows removed', past(`delete from ${log_} and sequence > 6`), 'entry 7: the rows up to 8 were removed'],
  ['all rows of a tenant removed', past(`delete from ${log_}`), 'entry 1: the rows up to 8 were removed'],
  [
    'a row put in at the end',
    past(
      `insert into vigil.audit_log select tenant_id, 9, at, request_id, actor_kind, actor_id, subject, members, endpoint, method, status, ip, hash, hash from ${log_} and sequence = 8`,
    ),
    'entry 9: the row was changed',
  ],
  [
    'two rows swapped',
    past(`update vigil.audit_log set sequence = case sequence when 2 then 903 else 902 end where tenant_id = '${clinic}' and sequence in (2, 3);
          update vigil.audit_log set sequence = sequence - 900 where tenant_id = '${clinic}' and sequence > 900`),
    'entry 2: does not follow',
  ],
  [
    'a gap in the sequence',
    past(`update vigil.audit_log set sequence = sequence + 1 where tenant_id = '${clinic}' and sequence = 8`),
    'entry 8: the row was removed',
  ],
  [
    'the seal of a head changed',
    past(`update vigil.audit_heads set seal = sha256(seal) where tenant_id = '${clinic}'`),
    'changed by somebody without the key',
  ],
  ['a head removed', past(`delete from vigil.audit_heads where tenant_id = '${clinic}'`), 'the head of the chain was removed'],
  ['a tenant removed from the register', past(`update vigil.audit_register set tenants = array_remove(tenants, '${clinic}')`), 'Audit log'],
  ['a row rewritten with a hash that fits', rewriteWithFittingHash, 'does not follow from the row before it'],
];

async function rewriteWithFittingHash(place: Place): Promise<void> {
  const database = openAs(place.url);
  const [row] = await database.tenant(clinic, (sql) => readRows(sql, clinic, 2, 1));
  await database.close();
  if (!row) throw new Error('there is no such row');
  const hash = hashOf({ ...row, status: 403 }).toString('hex');
  await past(`update vigil.audit_log set status = 403, hash = decode('${hash}', 'hex') where tenant_id = '${clinic}' and sequence = 3`)(
    place,
  );
}

const againstTheAnchor: readonly [string, Tampering, string][] = [
  [
    'everything wiped: log, heads and register',
    past('truncate vigil.audit_log, vigil.audit_heads, vigil.audit_register'),
    'Audit anchor: the log lacks what is known of it outside the database, in 2 tenants',
  ],
  [
    'the same, with the database’s own note of the anchor',
    past('truncate vigil.audit_log, vigil.audit_heads, vigil.audit_register, vigil.audit_anchors'),
    'Audit anchor: the log lacks',
  ],
  [
    'a tenant’s whole trail taken out with the tenant',
    takeTenantOut,
    'Audit anchor: the log lacks what is known of it outside the database, in 1 tenants',
  ],
  [
    'rows removed and the head put back to its earlier, rightly sealed state',
    (place) =>
      past(`delete from ${log_} and sequence > 4; update vigil.audit_heads set sequence = ${earlierHead.sequence}, hash = decode('${earlierHead.hash}', 'hex'),
            seal = decode('${earlierHead.seal}', 'hex') where tenant_id = '${clinic}'`)(place),
    'entry 8: the log ends before this entry',
  ],
];

async function takeTenantOut({ url }: Place): Promise<void> {
  await past(`delete from ${log_}; delete from vigil.audit_heads where tenant_id = '${clinic}'; truncate vigil.audit_register;
    delete from vigil.band_syncs; delete from vigil.devices; delete from vigil.users; delete from vigil.tenants where id = '${clinic}'`)({
    url,
    dataDir: '',
  });
}

function editAnchor(dataDir: string, edit: (text: string) => string): void {
  const path = join(dataDir, anchorFileName);
  writeFileSync(path, edit(readFileSync(path, 'utf8')));
}

function changeKey({ dataDir }: Place): void {
  writeFileSync(join(dataDir, 'secrets.json'), JSON.stringify({ ...secrets, auditSeal: randomBytes(32).toString('base64url') }));
}

const inDefinitions: readonly [string, Tampering, string][] = [
  [
    'the trigger of the log switched off',
    past('alter table vigil.audit_log disable trigger all'),
    'Definitions: trigger audit_log_is_append_only of audit_log was changed',
  ],
  [
    'a trigger that swallows entries',
    past(
      `create function vigil.swallow() returns trigger language plpgsql as 'begin return null; end'; create trigger swallow before insert on vigil.audit_log for each row execute function vigil.swallow()`,
    ),
    'trigger swallow of audit_log was added',
  ],
  [
    'a rule that swallows entries',
    past('create rule swallow as on insert to vigil.audit_log do instead nothing'),
    'rule swallow of audit_log was added',
  ],
  [
    'foreign keys switched off',
    past('alter table vigil.users disable trigger all'),
    'the triggers behind the foreign keys of users was changed',
  ],
  [
    'the application may change the log',
    past('grant update, delete on vigil.audit_log to vigil_app'),
    'Definitions: table audit_log was changed',
  ],
  [
    'the application may change one column of it',
    past('grant update (ip) on vigil.audit_log to vigil_app'),
    'Definitions: column audit_log.ip was changed',
  ],
  ['everybody may read a table', past('grant select on vigil.users to public'), 'Definitions: table users was changed'],
  [
    'everything new is given to everybody',
    past('alter default privileges in schema vigil grant select on tables to public'),
    'default grants on kind r was changed',
  ],
  [
    'row-level security switched off',
    past('alter table vigil.devices disable row level security'),
    'Definitions: table devices was changed',
  ],
  [
    'a policy replaced by true',
    past('alter policy tenant_isolation on vigil.latest_ticks using (true) with check (true)'),
    'Definitions: policy tenant_isolation of latest_ticks was changed',
  ],
  [
    'a second policy that lets through',
    past('create policy more on vigil.band_syncs to vigil_app using (true)'),
    'policy more of band_syncs was added',
  ],
  [
    'a function across tenants replaced',
    past(
      "do $$ begin execute replace(pg_get_functiondef('vigil.device_credentials(uuid)'::regprocedure), 'where d.id = device', 'where d.id = device or true'); end $$",
    ),
    'Definitions: function device_credentials(device uuid) was changed',
  ],
  [
    'a function across tenants given to everybody',
    past('grant execute on function vigil.memberships_of(uuid) to public'),
    'function memberships_of(person uuid) was changed',
  ],
  [
    'what names the tenant replaced',
    past(
      `create or replace function vigil.current_tenant() returns uuid language sql stable parallel safe as 'select ''${clinic}''::uuid'`,
    ),
    'function current_tenant() was changed',
  ],
  [
    'a constraint dropped',
    past('alter table vigil.users drop constraint users_weight_kg_check'),
    'constraint users_weight_kg_check of users was removed',
  ],
  [
    'a view past the policies',
    past('create view vigil.everybody as select * from vigil.users; grant select on vigil.everybody to vigil_app'),
    'view everybody was added',
  ],
  [
    'the record of a migration changed',
    past("update public.vigil_migrations set sha256 = 'x' where name like '0002%'"),
    'Schema: what is recorded of the migrations postgres/0002_audit_log.sql was changed',
  ],
  [
    'a migration of somebody’s own',
    past("insert into public.vigil_migrations values ('postgres', '9999_extra.sql', 'x')"),
    'Schema: this version does not know',
  ],
  [
    'protections switched off for the whole database',
    ({ url }) => asOwner(url, `alter database ${new URL(url).pathname.slice(1)} set session_replication_role = replica`),
    'session_replication_role=replica, which switches protections off',
  ],
];

const besideTheSchema: readonly [string, Tampering, string][] = [
  [
    'a view in another schema over the members, granted to the application',
    past('create view public.everybody as select * from vigil.users; grant select on public.everybody to vigil_app'),
    'Access: the application may use public.everybody',
  ],
  [
    'one column of such a view',
    past('create view public.everybody as select * from vigil.users; grant select (given_name) on public.everybody to vigil_app'),
    'Access: the application may use public.everybody',
  ],
  [
    'a view open to everybody in a schema open to everybody',
    past(
      'create schema beside; grant usage on schema beside to public; create view beside.everybody as select * from vigil.users; grant select on beside.everybody to public',
    ),
    'Access: the application may use beside.everybody',
  ],
  [
    'a function with its owner’s rights in another schema',
    past("create function public.names() returns setof text language sql security definer as 'select given_name from vigil.users'"),
    'Access: the application may run public.names',
  ],
  [
    'the passwords of all roles',
    past('grant select on pg_catalog.pg_authid to vigil_app'),
    'Access: the application may use pg_catalog.pg_authid',
  ],
  [
    'a function that reads files',
    past('grant execute on function pg_catalog.pg_read_file(text) to vigil_app'),
    'Access: the application may run pg_catalog.pg_read_file',
  ],
];

/** What copies or sends away what is stored, or changes what statements do, without as much as touching Vigil's schema. */
const besideEverything: readonly [string, Tampering, string][] = [
  [
    'a copied table in a schema of its own',
    past('create schema beside; create table beside.users as table vigil.users'),
    'Access: schema beside was added; table beside.users',
  ],
  ['a table in public', past('create table public.kept (text text)'), 'Access: table public.kept was added'],
  [
    'a table that takes part in one of Vigil’s',
    past('create table public.more () inherits (vigil.notes)'),
    'Access: table public.more was added',
  ],
  [
    'an event trigger',
    past(
      "create function public.watch() returns event_trigger language plpgsql as 'begin end'; create event trigger watch on ddl_command_end execute function public.watch()",
    ),
    'event trigger watch was added',
  ],
  ['a publication', past('create publication everything for all tables'), 'Access: publication everything was added'],
  [
    'a cast',
    past(
      "create function public.to_bool(text) returns boolean language sql immutable as 'select true'; create cast (text as boolean) with function public.to_bool(text) as implicit",
    ),
    'cast (pg_catalog.text AS boolean) was added',
  ],
  [
    'lower() replaced',
    past(
      "create or replace function pg_catalog.lower(text) returns text language sql immutable strict parallel safe as 'select upper($1)'",
    ),
    'Access: PostgreSQL’s own function pg_catalog.lower(pg_catalog.text) was changed',
  ],
  [
    'text search changed',
    past('alter text search configuration pg_catalog.english alter mapping for asciiword with simple'),
    'Access: PostgreSQL’s own text search configuration english was changed',
  ],
  [
    'a dictionary of text search changed',
    past('alter text search dictionary pg_catalog.english_stem (stopwords)'),
    'PostgreSQL’s own text search dictionary pg_catalog.english_stem was changed',
  ],
  [
    'a view of PostgreSQL’s replaced',
    past(
      "set allow_system_table_mods = on; create or replace view pg_catalog.pg_rules as select n.nspname as schemaname, c.relname as tablename, r.rulename, ''::text as definition from pg_rewrite r join pg_class c on c.oid = r.ev_class join pg_namespace n on n.oid = c.relnamespace where false",
    ),
    'PostgreSQL’s own rule',
  ],
  ['a large object', past("select lo_from_bytea(0, (select string_agg(given_name, ' ')::bytea from vigil.users))"), 'Access: large object'],
  [
    'a setting of the database',
    ({ url }) => asOwner(url, `alter database ${new URL(url).pathname.slice(1)} set default_text_search_config = 'pg_catalog.simple'`),
    'Access: setting default_text_search_config=pg_catalog.simple of the database was added',
  ],
  [
    'an operator in Vigil’s own schema',
    past('create operator vigil.=== (leftarg = text, rightarg = text, function = texteq)'),
    'Definitions: operator vigil.===',
  ],
];

const inRows: readonly [string, Tampering, string][] = [
  [
    'a device given to another tenant',
    past(`update vigil.devices set tenant_id = '${practice}'`),
    'References: 1 rows of vigil.devices belong to nothing in vigil.users',
  ],
  [
    'rows without a foreign key given to another tenant',
    past(`update vigil.band_syncs set tenant_id = '${practice}'`),
    'References: 1 rows of vigil.band_syncs',
  ],
  ['a member removed from under her data', past('delete from vigil.users'), 'References: 1 rows of vigil.'],
];

const inFiles: readonly [string, Tampering, string][] = [
  [
    'the anchor edited',
    ({ dataDir }) => editAnchor(dataDir, (text) => text.replace('"sequence":8', '"sequence":4')),
    'Audit anchor: it was changed by somebody without the key',
  ],
  ['the anchor emptied', ({ dataDir }) => editAnchor(dataDir, () => ''), 'Audit anchor: it was changed'],
  [
    'a pipe in place of the anchor, which nobody ever writes to',
    ({ dataDir }) => {
      rmSync(join(dataDir, anchorFileName));
      execFileSync('mkfifo', [join(dataDir, anchorFileName)]);
    },
    'Audit anchor: it was changed',
  ],
  ['the anchor removed', ({ dataDir }) => rmSync(join(dataDir, anchorFileName)), 'Audit anchor: it was removed'],
  [
    'the anchor put back to an earlier one',
    ({ dataDir }) => copyFileSync(join(workplace, 'earlier-anchor.json'), join(dataDir, anchorFileName)),
    'Audit anchor: it was put back to an earlier one',
  ],
  ['the audit key changed', changeKey, 'changed by somebody without the key'],
  [
    'the secrets can be read by everybody',
    ({ dataDir }) => chmodSync(join(dataDir, 'secrets.json'), 0o644),
    'secrets.json can be read or written by other users',
  ],
  [
    'the anchor can be written by everybody',
    ({ dataDir }) => chmodSync(join(dataDir, anchorFileName), 0o666),
    'audit-anchor.json can be read or written by other users',
  ],
];

/** Starting a copy, examining it twice: seconds on a busy machine. */
const patienceMs = 120_000;

test(
  'an installation that nobody has tampered with is well',
  async () => {
    const place = await copyOf();
    expect(await toMend(place)).toEqual([]);
    expect(await toMend(place)).toEqual([]);
  },
  patienceMs,
);

test.each([...inTheLog, ...againstTheAnchor, ...inDefinitions, ...besideTheSchema, ...besideEverything, ...inRows])(
  'the doctor names it: %s',
  async (_, tampering, named) => {
    const place = await copyOf();
    await tampering(place);
    expect((await toMend(place)).join('\n')).toContain(named);
  },
  patienceMs,
);

test.each(inFiles)(
  'the doctor names it: %s',
  async (_, tampering, named) => {
    const place = besideTheDatabase();
    await tampering(place);
    expect((await toMend(place)).join('\n')).toContain(named);
  },
  patienceMs,
);

// Roles belong to the whole cluster: these are taken back.
test.each([
  ['a superuser', 'superuser', 'nosuperuser', 'is a superuser'],
  ['past the policies', 'bypassrls', 'nobypassrls', 'may bypass row-level security'],
  ['allowed to create roles', 'createrole', 'nocreaterole', 'may create roles'],
])(
  'the doctor names it: the application’s role made %s',
  async (_, given, taken, named) => {
    const place = besideTheDatabase();
    await asOwner(place.url, `alter role vigil_app ${given}`);
    try {
      expect((await toMend(place)).join('\n')).toContain(`Row-level security: the application’s role ${named}`);
    } finally {
      await asOwner(place.url, `alter role vigil_app ${taken}`);
    }
  },
  patienceMs,
);

test(
  'the doctor names it: the application’s role made a member of the owner’s',
  async () => {
    const place = besideTheDatabase();
    await asOwner(place.url, 'grant vigil_owner to vigil_app');
    try {
      expect((await toMend(place)).join('\n')).toContain('is a member of another role');
    } finally {
      await asOwner(place.url, 'revoke vigil_owner from vigil_app');
    }
  },
  patienceMs,
);

// So do roles and settings.
test.each([
  [
    'a role that is a superuser and may log in',
    'create role intruder superuser login',
    'drop role intruder',
    'the role intruder was added: it may log in and is a superuser',
  ],
  [
    'a role that is a superuser and may not log in',
    'create role intruder superuser',
    'drop role intruder',
    'the role intruder was added: it is a superuser',
  ],
  [
    'a role that may become the owner',
    'create role intruder login in role vigil_owner',
    'drop role intruder',
    'the role intruder was added: it may log in and may become vigil_owner',
  ],
  ['a role that may only log in', 'create role intruder login', 'drop role intruder', 'the role intruder was added: it may log in'],
  [
    'a setting changed',
    'alter system set archive_mode = on',
    'alter system reset archive_mode',
    'the setting archive_mode was changed in postgresql.auto.conf',
  ],
])(
  'the doctor names it, on the embedded store: %s',
  async (_, tampering, takenBack, named) => {
    const place = besideTheDatabase();
    await asOwner(place.url, tampering);
    try {
      expect((await toMend(place)).join('\n')).toContain(`Access: ${named}`);
    } finally {
      await asOwner(place.url, takenBack);
    }
    expect(await toMend(place)).toEqual([]);
  },
  patienceMs,
);

test(
  'the doctor names a copy of the whole database',
  async () => {
    const place = besideTheDatabase();
    const { url } = await copyOf();
    expect((await toMend(place)).join('\n')).toContain(`Access: database ${new URL(url).pathname.slice(1)} was added`);
  },
  patienceMs,
);

test(
  'an anchor kept elsewhere shows what somebody who has the database and the data directory did',
  async () => {
    const place = await copyOf();
    const line = readFileSync(join(place.dataDir, anchorFileName), 'utf8').trim();
    const file = join(place.dataDir, 'server.log');
    writeFileSync(file, `{"msg":"Vigil is ready"}\nnot JSON\n{"auditAnchor":${line},"msg":"how far the audit log has come"}\n`);
    expect(await toMend(place, line)).toEqual([]);
    expect(await toMend(place, file)).toEqual([]);
    await past('truncate vigil.audit_log, vigil.audit_heads, vigil.audit_register, vigil.audit_anchors')(place);
    rmSync(join(place.dataDir, anchorFileName));
    expect(await toMend(place), 'the limit of what one data directory can show').toEqual([]);
    expect((await toMend(place, file)).join('\n')).toContain('Audit anchor kept elsewhere: the log lacks');
    expect((await toMend(place, line.replace('"sequence":8', '"sequence":1'))).join('\n')).toContain('was not sealed by this server');
    await expect(toMend(place, '{"msg":"nothing"}')).rejects.toThrow('no anchor');
  },
  patienceMs,
);

test(
  'an anchor sealed by somebody who guessed the key is none',
  async () => {
    const place = besideTheDatabase();
    const anchor = await readAnchorFile(place.dataDir, secrets.auditSeal);
    if (!anchor || anchor === 'changed') throw new Error('the copy has no anchor');
    writeFileSync(join(place.dataDir, anchorFileName), sealedLine('a guess', { ...anchor, tenants: {} }));
    expect((await toMend(place)).join('\n')).toContain('Audit anchor: it was changed by somebody without the key');
  },
  patienceMs,
);
