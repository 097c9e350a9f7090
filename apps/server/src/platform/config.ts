import { availableParallelism } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import { blobFolder } from './blob/blob.ts';
import { isLoopback, staysHere } from './listening.ts';
import { type ProxyTrust, parseProxyTrust } from './proxy-trust.ts';
import { StartError } from './start-error.ts';

/** Every setting says in words what it wants: the person who reads it has mistyped something. */
function wholeNumber(least: number, most: number) {
  const wanted = `it must be a whole number from ${least} to ${most}`;
  return z.coerce.number(wanted).int(wanted).min(least, wanted).max(most, wanted);
}

function anyNumber(least: number, most: number) {
  const wanted = `it must be a number from ${least} to ${most}`;
  return z.coerce.number(wanted).min(least, wanted).max(most, wanted);
}

function oneOf<const T extends readonly string[]>(...words: T) {
  return z.enum(words, `it must be ${words.slice(0, -1).join(', ')} or ${words.at(-1)}`);
}

const url = (protocol: RegExp, form: string) => z.url({ protocol, hostname: /./, error: `it must have the form ${form}` });
const httpUrl = (form: string) => url(/^https?$/, form).transform((text) => text.replace(/\/$/, ''));

const proxyTrust = z.string().transform((text, context): ProxyTrust => {
  const trust = parseProxyTrust(text);
  if (trust) return trust;
  context.addIssue({
    code: 'custom',
    message:
      'give the number of proxies in front of the server, as in 1, or their networks, as in loopback or 10.0.0.0/8,192.0.2.7; 0 believes nobody',
  });
  return z.NEVER;
});

/** A provider of text messages: whoever signs in there, over TLS unless it is this machine, and the number that messages come from. */
const smsUrl = z.string().superRefine((text, context) => {
  const server = URL.parse(text);
  const isSafe = server?.protocol === 'https:' || (server?.protocol === 'http:' && isLoopback(server.hostname.replace(/^\[|\]$/g, '')));
  if (!isSafe || server.username === '' || server.password === '' || !server.searchParams.get('from'))
    context.addIssue({ code: 'custom', message: 'it must have the form https://account:token@api.twilio.com?from=%2B15005550006' });
});

/** Addresses of a TURN server, as browsers take them. */
const turnUrls = z.string().transform((text, context): readonly string[] => {
  const urls = text.split(',').map((one) => one.trim());
  if (urls.every((one) => /^turns?:([\w.-]+|\[[\da-f:]+\])(:\d{1,5})?(\?transport=(udp|tcp))?$/i.test(one))) return urls;
  context.addIssue({
    code: 'custom',
    message: 'it must have the form turn:relay.example.org:3478, or several of them separated by commas',
  });
  return z.NEVER;
});

const environment = z.object({
  PORT: wholeNumber(0, 65_535).default(3000),
  /** Address to listen on. Loopback by default: nothing listens wider than it must. */
  HOST: z.string().default('127.0.0.1'),
  DATA_DIR: z.string().min(1).default('./data'),
  DATABASE_URL: url(/^postgres(ql)?$/, 'postgres://user:password@host:5432/database').optional(),
  TICKS_URL: httpUrl('http://user:password@host:8123').optional(),
  /** A folder for uploaded files that is not in DATA_DIR, as several servers that share a database need one. */
  BLOB_URL: z
    .string()
    .regex(/^file:\/\/\/[^?#]+$/, 'it must have the form file:///a/folder')
    .optional(),
  /** Free space on the disk that only readings and people's work may use. MiB. */
  DISK_RESERVE_MIB: wholeNumber(512, 16_777_216).default(1024),
  /** What the files that one person has uploaded may take together. MB. */
  FILES_PER_PERSON_MB: wholeNumber(100, 1_000_000).default(5_000),
  /** Carries what processes tell each other; without it they hear later, by asking the database. */
  REDIS_URL: url(/^rediss?$/, 'redis://user:password@host:6379').optional(),
  SMTP_URL: url(/^smtps?$/, 'smtp://user:password@host:587').optional(),
  SMS_URL: smsUrl.optional(),
  /** A scanner for malware that looks at every file before others can open it; without it nothing is checked. */
  CLAMD_URL: z
    .string()
    .regex(/^(tcp:\/\/[\w.[\]:-]+|unix:\/.+)$/, 'it must have the form tcp://127.0.0.1:3310 or unix:/run/clamav/clamd.ctl')
    .optional(),
  /** Seconds after which a process looks again for files with something to be done. */
  FILE_JOBS_SECONDS: anyNumber(0.1, 3600).default(2),
  /** The relay of calls: one address, or several of the same server, separated by commas. Nobody else outside is asked. */
  TURN_URL: turnUrls.optional(),
  /** What the relay and this server share (coturn: static-auth-secret). */
  TURN_SECRET: z.string().min(16, 'it must have 16 characters or more').optional(),
  /** Lines that a file of accounts may have. */
  IMPORT_ROWS: wholeNumber(100, 50_000).default(10_000),
  /** What a packed file of readings that is imported from disk may unpack to, all files of a zip together. GiB. */
  IMPORT_UNPACKED_GIB: wholeNumber(1, 10_000).default(64),
  OIDC_ISSUER: httpUrl('https://identity.example.org').optional(),
  OIDC_CLIENT_ID: z.string().min(1).default('vigil-portal'),
  PUBLIC_URL: httpUrl('https://vigil.example.org').optional(),
  /** Host names that belong to no tenant; anything else is a tenant by its first label. */
  DEFAULT_HOST: z.string().optional(),
  /** Whose X-Forwarded-* headers are believed: a number of proxies, or their networks. */
  TRUST_PROXY: proxyTrust.prefault('0'),
  /** Memory for request bodies in work, MiB. A sender may have an eighth of it, which has to hold the largest body (16 MiB). */
  BODIES_IN_WORK_MIB: wholeNumber(128, 65_536).default(256),
  /** Requests with a body that one person with their devices may have in work at once. */
  UPLOADS_PER_SENDER: wholeNumber(1, 10_000).default(32),
  STREAMS_PER_PERSON: wholeNumber(1, 1_000).default(20),
  /** Event streams that the process keeps open, of everybody. */
  STREAMS: wholeNumber(10, 100_000).default(5_000),
  /** Hours for which pushes are kept for browsers that come back. */
  PUSH_KEEP_HOURS: wholeNumber(1, 720).default(24),
  /** How long the bell keeps what nobody has read. Days. */
  BELL_KEEP_DAYS: wholeNumber(1, 365).default(14),
  /** What may wait in the server for a push stream's reader before it is dropped. KiB. */
  PUSH_BUFFER_KIB: wholeNumber(16, 16_384).default(256),
  /** Seconds that a client may be silent while it owes the server something. */
  SLOW_CLIENT_SECONDS: wholeNumber(1, 120).default(15),
  DEMO: oneOf('0', '1').default('0'),
  /** Lets a demonstration be reached from other machines, although everybody knows its password. */
  DEMO_PUBLIC: oneOf('0', '1').default('0'),
  DEMO_DAYS: wholeNumber(1, 365).default(90),
  /** Requests to the identity pages by people who are not signed in, per minute: from one network address, and from all together to one process. */
  SIGN_IN_REQUESTS_PER_MINUTE_PER_ADDRESS: wholeNumber(10, 1_000_000).default(300),
  SIGN_IN_REQUESTS_PER_MINUTE: wholeNumber(10, 1_000_000).default(6_000),
  /** Links that are mailed on request (new password, sign-in), per hour and process. */
  SIGN_IN_MAILS_PER_HOUR: wholeNumber(1, 1_000_000).default(600),
  ALARM_TIMER_SECONDS: anyNumber(0.1, 3600).default(0.5),
  CALL_TIMER_SECONDS: anyNumber(0.1, 3600).default(1),
  CALENDAR_SECONDS: anyNumber(0.1, 3600).default(5),
  ACTION_EXPIRY_SECONDS: anyNumber(0.1, 3600).default(5),
  ALERTS_DUE_SECONDS: anyNumber(0.2, 3600).default(1),
  /** Seconds after which a process looks again whose data may be missing. */
  GAP_CHECK_SECONDS: anyNumber(0.1, 3600).default(15),
  AUDIT_ANCHOR_SECONDS: anyNumber(0.1, 3600).default(1),
  AUDIT_ANCHOR_LOG_MINUTES: anyNumber(0, 44_640).default(60),
  /** Entries that a file of the audit log has at most. */
  AUDIT_EXPORT_ROWS: wholeNumber(1_000, 10_000_000).default(500_000),
  MEMBER_FILE_ROWS: wholeNumber(1_000, 1_000_000).default(200_000),
  COHORTS_FOLLOW_SECONDS: wholeNumber(10, 3_600).default(120),
  /** Exports of all that is stored about a member that a process writes at once. */
  EXPORTS_AT_ONCE: wholeNumber(1, 100).default(2),
  /** Seconds in which the server ends once it is asked to, whatever is going on. */
  STOP_SECONDS: wholeNumber(1, 300).default(5),
  /** Seconds after which an open page asks whether the settings have changed. */
  SETTINGS_REFRESH_SECONDS: wholeNumber(1, 300).default(5),
  /** Days in which an administrator can undo that somebody was removed from a tenant. */
  REMOVAL_UNDO_DAYS: wholeNumber(1, 3_650).default(30),
  /** Days for which page views and web vitals are kept. */
  ANALYTICS_KEEP_DAYS: wholeNumber(1, 3_650).default(400),
  /** Seconds after which a process looks again for content of programs that is due. */
  PROGRAM_DELIVERY_SECONDS: wholeNumber(1, 3_600).default(30),
  /** Seconds that the embedded ticks engine may leave its heartbeat unanswered before it is killed and replaced. */
  TICKS_HANG_SECONDS: wholeNumber(2, 300).default(6),
  /** The same of the embedded PostgreSQL, which a slow disk may hold up for longer. */
  POSTGRES_HANG_SECONDS: wholeNumber(3, 600).default(30),
  /** Minutes in which an embedded PostgreSQL that dies a second time ends the server instead of being started again. */
  POSTGRES_RESTART_MINUTES: wholeNumber(1, 1_440).default(10),
  LOG_LEVEL: oneOf('silent', 'error', 'warn', 'info', 'debug').default('info'),
  VIGIL_DEV: oneOf('0', '1').default('0'),
  /** Bodies of ticks above this are read in a process of their own instead of on the event loop; CSV and FHIR, which cost more a byte, sooner. */
  LARGE_BODY_KIB: wholeNumber(16, 16_384).default(256),
  /** Processes that read large bodies, started when they are needed. By default all cores but the event loop's, up to four. */
  BODY_PROCESSES: wholeNumber(1, 32).optional(),
  /** What the objects of one large body may take while it is read. */
  BODY_PROCESS_MIB: wholeNumber(64, 4_096).default(512),
  /** How long reading one large body may take. */
  BODY_SECONDS: wholeNumber(1, 100).default(60),
  /** Large bodies that may wait to be read; above it the newest of whoever waits with most is refused. */
  BODIES_WAITING: wholeNumber(10, 10_000).default(200),
  NODE_ENV: z.string().optional(),
});

export interface Config {
  readonly port: number;
  readonly host: string;
  /** Absolute. */
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  readonly ticksUrl: string | undefined;
  /** Folder of uploaded files, absolute. */
  readonly blobDir: string;
  /** Free space that is kept for readings: uploads, exports to disk, backups and page views stop before. */
  readonly diskReserveBytes: number;
  /** What the files that one person has uploaded may take together. */
  readonly filesPerPersonBytes: number;
  readonly redisUrl: string | undefined;
  readonly smtpUrl: string | undefined;
  /** A provider of text messages, with the credentials. */
  readonly smsUrl: string | undefined;
  /** A scanner for malware. */
  readonly clamdUrl: string | undefined;
  /** Seconds between two looks for files that are to be checked, and pictures that are to be made small. */
  readonly fileJobsSeconds: number;
  /** The relay of calls; null where there is none. */
  readonly relay: { readonly urls: readonly string[]; readonly secret: string } | null;
  /** Lines that a file of accounts may have. */
  readonly importRows: number;
  /** What a packed file of readings on disk may unpack to. */
  readonly importUnpackedBytes: number;
  readonly oidcIssuer: string | undefined;
  readonly oidcClientId: string;
  /** Where browsers reach the server, without a trailing slash. */
  readonly publicUrl: string;
  readonly defaultHost: string | undefined;
  readonly trustProxy: ProxyTrust;
  /** Memory for request bodies in work, over everybody. */
  readonly bodiesInWorkBytes: number;
  readonly uploadsPerPrincipal: number;
  readonly streamsPerPerson: number;
  /** Event streams of everybody, in this process. */
  readonly streams: number;
  /** Pushes are kept so many hours for browsers that come back. */
  readonly pushKeepHours: number;
  /** How long the bell keeps what was told and not read. */
  readonly bellKeepDays: number;
  /** What may wait for the reader of one push stream before it is dropped. */
  readonly pushBufferBytes: number;
  /** How long a client may be silent while it owes the server something: a head, bytes of a body, or taking its answer. */
  readonly slowClientMs: number;
  readonly demo: boolean;
  /** A demonstration that is not to be reached from other machines: its passwords are known to everybody. */
  readonly demoIsLocal: boolean;
  /** How far the demonstration's readings reach back before its first start. */
  readonly demoDays: number;
  /** From one network address (IPv6: its /64), by people who are not signed in. */
  readonly signInRequestsPerMinutePerAddress: number;
  /** From all addresses, to this process. */
  readonly signInRequestsPerMinute: number;
  readonly signInMailsPerHour: number;
  /** Seconds between two looks for alarms whose time has come. */
  readonly alarmTimerSeconds: number;
  /** Seconds between two looks for calls whose time has come. */
  readonly callTimerSeconds: number;
  /** Seconds between two looks for events of which somebody is to be reminded. */
  readonly calendarSeconds: number;
  /** Seconds between two looks for actions whose time to live is over. */
  readonly actionExpirySeconds: number;
  /** Seconds between two looks for members whose alert rules are due though nothing arrived. */
  readonly alertsDueSeconds: number;
  /** Seconds between two looks at members whose data may be missing. */
  readonly gapCheckSeconds: number;
  /** Seconds at most between an audit entry and the anchor outside the database that covers it. */
  readonly auditAnchorSeconds: number;
  /** Minutes between two writings of the anchor to the log; 0 never. */
  readonly auditAnchorLogMinutes: number;
  /** Entries that a file of the audit log has at most. */
  readonly auditExportRows: number;
  /** Members that a file of the panel has at most; a longer one is cut and says so. */
  readonly memberFileRows: number;
  /** How old it may be who belongs to a cohort, before it is worked out again. */
  readonly cohortsFollowSeconds: number;
  /** Exports of members' data that this process writes at once. */
  readonly exportsAtOnce: number;
  /** The server has ended so long after it was asked to. Seconds. */
  readonly stopSeconds: number;
  /** After how many milliseconds an open page asks again whether the settings have changed. */
  readonly settingsRefreshMs: number;
  /** How long the removal of a person from a tenant can be undone. */
  readonly removalUndoMs: number;
  /** Page views and web vitals are removed after so many days. */
  readonly analyticsKeepDays: number;
  /** How often a process looks for content of programs that is due. */
  readonly programDeliverySeconds: number;
  /** The embedded ticks engine may be silent so long before it is replaced. Seconds. */
  readonly ticksHangSeconds: number;
  /** The embedded PostgreSQL may be silent so long before it is killed and started again. Seconds. */
  readonly postgresHangSeconds: number;
  /** An embedded PostgreSQL that dies twice within this time is given up. Minutes. */
  readonly postgresRestartMinutes: number;
  readonly logLevel: string;
  readonly development: boolean;
  readonly largeBodies: {
    readonly aboveBytes: number;
    readonly processes: number;
    readonly memoryMiB: number;
    readonly seconds: number;
    /** Bodies that wait to be read, of everybody. */
    readonly maxWaiting: number;
  };
}

/** Raised with one sentence that names the variable, its value and what would be right. */
export class ConfigError extends StartError {}

/** Reads the typed configuration. Throws ConfigError on the first value that cannot be used. */
export function readConfig(env: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const parsed = environment.safeParse(given);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    const name = String(issue?.path[0]);
    throw new ConfigError(
      `Vigil cannot start: ${name} is ${secretNames.has(name) ? 'set to something' : `"${env[name]}"`} that cannot be used (${issue?.message}).`,
    );
  }
  const value = parsed.data;
  if (value.DEMO === '1' && value.NODE_ENV === 'production')
    throw new ConfigError(
      'Vigil cannot start: DEMO is "1" although NODE_ENV is "production"; demonstration accounts have a known password and never belong on a production server.',
    );
  if (value.DEMO === '1' && value.DEMO_PUBLIC === '0') refuseReachable(value, env);
  if ((value.TURN_URL === undefined) !== (value.TURN_SECRET === undefined))
    throw new ConfigError(
      `Vigil cannot start: ${value.TURN_URL === undefined ? 'TURN_SECRET is set and TURN_URL is not' : 'TURN_URL is set and TURN_SECRET is not'}; a relay of calls needs both, or leave both out.`,
    );
  const dataDir = isAbsolute(value.DATA_DIR) ? value.DATA_DIR : resolve(value.DATA_DIR);
  return {
    port: value.PORT,
    host: value.HOST,
    dataDir,
    blobDir: value.BLOB_URL ? fileURLToPath(value.BLOB_URL) : join(dataDir, blobFolder),
    databaseUrl: value.DATABASE_URL,
    ticksUrl: value.TICKS_URL,
    diskReserveBytes: value.DISK_RESERVE_MIB * 1024 * 1024,
    filesPerPersonBytes: value.FILES_PER_PERSON_MB * 1_000_000,
    redisUrl: value.REDIS_URL,
    smtpUrl: value.SMTP_URL,
    smsUrl: value.SMS_URL,
    clamdUrl: value.CLAMD_URL,
    fileJobsSeconds: value.FILE_JOBS_SECONDS,
    relay: value.TURN_URL && value.TURN_SECRET ? { urls: value.TURN_URL, secret: value.TURN_SECRET } : null,
    importRows: value.IMPORT_ROWS,
    importUnpackedBytes: value.IMPORT_UNPACKED_GIB * 1024 ** 3,
    oidcIssuer: value.OIDC_ISSUER,
    oidcClientId: value.OIDC_CLIENT_ID,
    publicUrl: value.PUBLIC_URL ?? `http://localhost:${value.PORT}`,
    defaultHost: value.DEFAULT_HOST,
    trustProxy: value.TRUST_PROXY,
    bodiesInWorkBytes: value.BODIES_IN_WORK_MIB * 1024 * 1024,
    uploadsPerPrincipal: value.UPLOADS_PER_SENDER,
    streamsPerPerson: value.STREAMS_PER_PERSON,
    streams: value.STREAMS,
    pushKeepHours: value.PUSH_KEEP_HOURS,
    bellKeepDays: value.BELL_KEEP_DAYS,
    pushBufferBytes: value.PUSH_BUFFER_KIB * 1024,
    slowClientMs: value.SLOW_CLIENT_SECONDS * 1000,
    demo: value.DEMO === '1',
    demoIsLocal: value.DEMO === '1' && value.DEMO_PUBLIC === '0',
    demoDays: value.DEMO_DAYS,
    signInRequestsPerMinutePerAddress: value.SIGN_IN_REQUESTS_PER_MINUTE_PER_ADDRESS,
    signInRequestsPerMinute: value.SIGN_IN_REQUESTS_PER_MINUTE,
    signInMailsPerHour: value.SIGN_IN_MAILS_PER_HOUR,
    alarmTimerSeconds: value.ALARM_TIMER_SECONDS,
    callTimerSeconds: value.CALL_TIMER_SECONDS,
    calendarSeconds: value.CALENDAR_SECONDS,
    actionExpirySeconds: value.ACTION_EXPIRY_SECONDS,
    alertsDueSeconds: value.ALERTS_DUE_SECONDS,
    gapCheckSeconds: value.GAP_CHECK_SECONDS,
    auditAnchorSeconds: value.AUDIT_ANCHOR_SECONDS,
    auditAnchorLogMinutes: value.AUDIT_ANCHOR_LOG_MINUTES,
    auditExportRows: value.AUDIT_EXPORT_ROWS,
    memberFileRows: value.MEMBER_FILE_ROWS,
    cohortsFollowSeconds: value.COHORTS_FOLLOW_SECONDS,
    exportsAtOnce: value.EXPORTS_AT_ONCE,
    stopSeconds: value.STOP_SECONDS,
    settingsRefreshMs: value.SETTINGS_REFRESH_SECONDS * 1000,
    removalUndoMs: value.REMOVAL_UNDO_DAYS * 86_400_000,
    analyticsKeepDays: value.ANALYTICS_KEEP_DAYS,
    programDeliverySeconds: value.PROGRAM_DELIVERY_SECONDS,
    ticksHangSeconds: value.TICKS_HANG_SECONDS,
    postgresHangSeconds: value.POSTGRES_HANG_SECONDS,
    postgresRestartMinutes: value.POSTGRES_RESTART_MINUTES,
    logLevel: value.LOG_LEVEL,
    development: value.VIGIL_DEV === '1',
    largeBodies: {
      aboveBytes: value.LARGE_BODY_KIB * 1024,
      processes: value.BODY_PROCESSES ?? Math.min(4, Math.max(1, availableParallelism() - 1)),
      memoryMiB: value.BODY_PROCESS_MIB,
      seconds: value.BODY_SECONDS,
      maxWaiting: value.BODIES_WAITING,
    },
  };
}

/** A demonstration's passwords are known to everybody. Throws ConfigError for whatever says that it is meant to be reached from elsewhere. */
function refuseReachable(value: z.output<typeof environment>, env: Record<string, string | undefined>): void {
  const hostOf = (address: string | undefined) => (address === undefined ? undefined : new URL(address).hostname);
  const publicHost = hostOf(value.PUBLIC_URL);
  const refuse = (name: string, what: string, way: string) => {
    throw new ConfigError(
      `Vigil cannot start: ${name} is "${env[name]}", ${what}, although DEMO is "1"; everybody knows the passwords of its accounts, so ${way}, set DEMO to 0, or DEMO_PUBLIC=1 if anybody may come in.`,
    );
  };
  if (!isLoopback(value.HOST)) refuse('HOST', 'which other machines can reach', 'set HOST to a loopback address');
  if (publicHost !== undefined && !staysHere(publicHost))
    refuse('PUBLIC_URL', 'an address that other machines can reach', 'take PUBLIC_URL out');
  if (value.DEFAULT_HOST !== undefined && !staysHere(value.DEFAULT_HOST))
    refuse('DEFAULT_HOST', 'a name under which other machines can reach it', 'take DEFAULT_HOST out');
  if (!('hops' in value.TRUST_PROXY) || value.TRUST_PROXY.hops > 0)
    refuse('TRUST_PROXY', 'so a proxy passes requests on from other machines', 'take TRUST_PROXY out');
}

/** Values that may hold a password: never repeated in a message. */
const secretNames = new Set(['DATABASE_URL', 'TICKS_URL', 'REDIS_URL', 'SMTP_URL', 'SMS_URL', 'TURN_SECRET']);
