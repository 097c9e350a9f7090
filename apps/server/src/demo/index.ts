import { setTimeout as pause } from 'node:timers/promises';
import type { Log } from '#platform/log.ts';
import type { SetUp } from '#platform/set-up.ts';
import { type AccountsDeps, seedPeople } from './accounts.ts';
import { type DemoActionsDeps, seedActions } from './actions.ts';
import { type AlertRulesDeps, seedAlertRules } from './alert-rules.ts';
import { createBandClient } from './band-client.ts';
import { type DemoCalendarDeps, seedCalendar } from './calendar.ts';
import { type CareTeamsDeps, seedCareTeams } from './care-teams.ts';
import { type CohortsDeps, seedCohorts } from './cohorts.ts';
import { type DeviceSecret, type DevicesDeps, ensureDevices } from './devices.ts';
import { type HistoryDeps, type HistoryProgress, seedHistory } from './history.ts';
import { createLiveSender } from './live.ts';
import { createLoading } from './loading.ts';
import { type LogsDeps, seedLogs } from './logs.ts';
import { type DemoMember, type DemoTenant, demoTenants, tenantId } from './people.ts';
import { type ProgramsDeps, seedPrograms } from './programs.ts';
import { type ImportCsv, importPublicDataset } from './public-dataset/import.ts';
import { type BringIn, seedRecords } from './records.ts';
import { type RotasDeps, seedRotas } from './rotas.ts';
import { type SurveysDeps, seedSurveys } from './surveys.ts';
import { seedTold, type ToldDeps } from './told.ts';

export type { DemoTenant } from './people.ts';

export interface DemoDeps
  extends Omit<AccountsDeps, 'log' | 'tenants'>,
    Omit<HistoryDeps, 'deviceOf'>,
    DevicesDeps,
    Omit<CareTeamsDeps, 'log'>,
    Pick<LogsDeps, 'activities'>,
    Omit<CohortsDeps, 'log'>,
    Pick<AlertRulesDeps, 'alertRules'>,
    Pick<DemoActionsDeps, 'actions'>,
    Pick<DemoCalendarDeps, 'calendar'>,
    Pick<RotasDeps, 'onCall'>,
    Pick<ProgramsDeps, 'programs'>,
    Pick<SurveysDeps, 'surveys'>,
    Omit<ToldDeps, 'log'> {
  readonly log: Pick<Log, 'info' | 'warn'>;
  readonly importFile: ImportCsv;
  /** Told which tenants are incomplete, and when they no longer are. */
  readonly setUp: Pick<SetUp, 'begin' | 'end'>;
  /** Judges what was stored by the alert rules; resolves when nothing is left. */
  readonly alertsSettled: () => Promise<void>;
  /** A line for whoever looks at the console. */
  readonly print?: (line: string) => void;
  readonly bringIn: BringIn;
  /** Readings reach back this far before the first start; as each tenant says where absent. */
  readonly historyDays?: number;
  /** Other tenants than `demo` and `lakeside`: for tests. */
  readonly tenants?: readonly DemoTenant[];
}

export type DemoPhase = 'waiting' | 'seeding' | 'complete' | 'stopped' | 'failed';

export interface Demo {
  /** Tenants, people, sign-in accounts, band credentials. Quick; to be awaited before the server is ready. */
  seedAccounts(): Promise<void>;
  /**
   * Readings of the last 90 days, or since the last time, in the background of a running server. Resolves when all is
   * stored and counted, or `signal` is aborted; a failure is logged, and the next start goes on from there.
   */
  seedHistory(signal?: AbortSignal): Promise<void>;
  /** Sends live readings to the server at `url`, once the history is complete, until `stop`. */
  startLive(server: { url: string }): void;
  /** Ends what is under way: nothing is sent after it resolves. */
  stop(): Promise<void>;
  progress(): Readonly<HistoryProgress> & { readonly phase: DemoPhase };
}

/** All bands sync together, so often that an open page shows life. */
const syncEveryMs = 60_000;

const whenAborted = (signal: AbortSignal) =>
  new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));

/** The demonstration: two tenants of synthetic members, 90 days of readings, and bands that go on sending. For DEMO=1 only. */
export function createDemo(deps: DemoDeps): Demo {
  const { log } = deps;
  const tenants = (deps.tenants ?? demoTenants).map((tenant) => ({ ...tenant, historyDays: deps.historyDays ?? tenant.historyDays }));
  const stopping = new AbortController();
  const progress: HistoryProgress = { members: 0, done: 0, ticks: 0 };
  let phase: DemoPhase = 'waiting';
  let members: readonly DemoMember[] = [];
  let secrets: ReadonlyMap<string, DeviceSecret> = new Map();
  let history: Promise<void> | undefined;
  let live: Promise<void> | undefined;

  async function storeHistory(signal: AbortSignal): Promise<void> {
    phase = 'seeding';
    deps.setUp.begin(tenants.map(tenantId));
    const deviceOf = (member: DemoMember) => secrets.get(member.userId)?.deviceId ?? null;
    const [home] = tenants;
    const loading = createLoading({ log, print: deps.print ?? (() => {}), now: () => deps.clock.now() });
    try {
      await loading.inTurn(signal, [
        ['records and care plans', () => seedRecords(deps.bringIn, members)],
        ['cohorts', () => seedCohorts(deps, tenants)],
        ['observations', () => seedTold(deps, tenants, members, signal)],
        ['actions', () => seedActions(deps, tenants, members)],
        ['appointments', () => seedCalendar(deps, tenants, members)],
        ['on-call rotas', () => seedRotas(deps, tenants)],
        ['readings', () => seedHistory({ ...deps, deviceOf }, members, progress, signal, loading.readings)],
        // Not before: what an alert saw is kept for good, and its baselines are to be of all days.
        ['alert rules', () => seedAlertRules(deps, tenants)],
        ['meals and logs', () => seedLogs(deps, tenants, members, signal)],
        ['programs', () => seedPrograms(deps, tenants, members, signal)],
        ['surveys', () => seedSurveys(deps, tenants, members, signal)],
        ['a public data set', async () => home && importPublicDataset(deps, home, signal)],
        // Before the bands begin to send: what is counted together costs far less than what comes in between.
        ['daily figures', () => Promise.race([deps.ticksWriter.rollupsSettled(), whenAborted(signal)])],
        ['alerts', () => Promise.race([deps.alertsSettled(), whenAborted(signal)])],
      ]);
      phase = signal.aborted ? 'stopped' : 'complete';
      if (!signal.aborted) loading.complete({ ...progress });
    } catch (error) {
      phase = signal.aborted ? 'stopped' : 'failed';
      if (!signal.aborted) loading.failed(error);
    } finally {
      deps.setUp.end();
    }
  }

  async function sendLive(url: string): Promise<void> {
    await history;
    if (stopping.signal.aborted) return;
    const client = createBandClient({ url: url.replace(/\/$/, ''), now: () => deps.clock.now(), signal: stopping.signal });
    const sender = await createLiveSender({ ...deps, client, members, secrets });
    while (!stopping.signal.aborted) {
      const startedMs = performance.now();
      await sender.sync();
      // The time that sending took counts, but a slow server always gets a moment to breathe.
      const restMs = Math.max(syncEveryMs / 4, syncEveryMs - (performance.now() - startedMs));
      await pause(restMs, undefined, { signal: stopping.signal, ref: false }).catch(() => {});
    }
    await sender.save();
  }

  return {
    async seedAccounts() {
      members = await seedPeople({ ...deps, tenants });
      await seedCareTeams(deps, tenants, members);
      secrets = await ensureDevices(
        deps,
        members.filter(({ profile }) => profile.status !== 'CREATED'),
      );
    },
    seedHistory(signal) {
      history ??= storeHistory(signal ? AbortSignal.any([signal, stopping.signal]) : stopping.signal);
      return history;
    },
    startLive({ url }) {
      live ??= sendLive(url).catch((error: unknown) => log.warn({ err: error }, 'demo: live readings have ended'));
    },
    async stop() {
      stopping.abort();
      await history;
      await live;
    },
    progress: () => ({ ...progress, phase }),
  };
}
