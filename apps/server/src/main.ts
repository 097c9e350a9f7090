import { createApp } from './app.ts';
import { createDemo, type Demo } from './demo/index.ts';
import { systemClock } from './platform/clock.ts';
import { type Config, ConfigError, readConfig } from './platform/config.ts';
import type { Identity } from './platform/identity/identity.ts';
import { freePort, listeningAt } from './platform/listening.ts';
import { createLog, type Log } from './platform/log.ts';
import { whyNotStarted } from './platform/start-error.ts';
import { openStores } from './platform/stores.ts';

/** Seconds that an orderly stop may take before it is cut short. */
const stopWithinSeconds = 30;

async function start(): Promise<void> {
  const config = await withRealPort(readConfig(process.env));
  const log = createLog(config.logLevel);
  let stop: (reason: string, code: number) => void = (_reason, code) => process.exit(code);
  const stores = await openStores({ config, log, mode: 'own', onFatal: (reason) => stop(reason, 1) });
  const app = await createApp({ config, stores, log });
  const demo: Demo | undefined = config.demo
    ? createDemo({
        ...stores,
        dataDir: config.dataDir,
        historyDays: config.demoDays,
        log,
        clock: systemClock,
        accounts: app.identity.accounts,
        createDevice: async (tenantId, userId, label) => {
          const { clientId, clientSecret } = await app.devices.create(tenantId, userId, label);
          return { deviceId: clientId, secret: clientSecret };
        },
        ticksStore: app.ticksWriter,
        importFile: app.importFile,
      })
    : undefined;
  await demo?.seedAccounts();
  if (!config.demo) await warnOfDemonstration(app.identity, log);

  let stopping = false;
  stop = (reason, code) => {
    if (stopping) return;
    stopping = true;
    log.info({ reason }, 'stopping');
    setTimeout(() => {
      log.error(`not stopped within ${stopWithinSeconds} s, giving up`);
      process.exit(1);
    }, stopWithinSeconds * 1000).unref();
    void (async () => {
      await demo?.stop();
      await app.stop();
      await stores.close();
      log.info('stopped');
      process.exit(code);
    })();
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stop(signal, 0));

  const address = await app.listen().catch(async (error: NodeJS.ErrnoException) => {
    await app.stop();
    await stores.close();
    throw cannotListen(error, config);
  });
  const listening = listeningAt(app.http.addresses());
  log.info({ address: listening, url: config.publicUrl, demo: config.demo }, 'Vigil is ready');
  if (process.stdout.isTTY) process.stdout.write(`\n  Vigil is ready: ${config.publicUrl} (listening on ${listening})\n\n`);
  void demo?.seedHistory();
  demo?.startLive({ url: address });
}

/** A data directory that was a demonstration once: said at every start without it, because those accounts are expected to work. */
async function warnOfDemonstration(identity: Pick<Identity, 'demonstrationLeftovers'>, log: Log): Promise<void> {
  const { accounts, devices, otherAccounts } = await identity.demonstrationLeftovers();
  if (accounts + devices > 0)
    log.warn(
      { accounts, devices, otherAccounts },
      'this data directory was a demonstration: its accounts and bands are off until DEMO=1; other accounts in its tenants are on (vigil doctor)',
    );
}

/** With PORT=0 any free port: chosen before anything is built, because addresses (the issuer's, links in mails) follow from it. */
async function withRealPort(config: Config): Promise<Config> {
  if (config.port !== 0) return config;
  const port = await freePort(config.host).catch((error: NodeJS.ErrnoException) => {
    throw cannotListen(error, config);
  });
  const publicUrl = config.publicUrl === 'http://localhost:0' ? `http://localhost:${port}` : config.publicUrl;
  return { ...config, port, publicUrl };
}

function cannotListen(error: NodeJS.ErrnoException, { host, port }: Config): unknown {
  if (error.syscall !== 'listen' && error.syscall !== 'getaddrinfo') return error;
  const why = error.code === 'EADDRINUSE' ? 'another program listens there' : error.code;
  return new ConfigError(`Vigil cannot start: it cannot listen on ${host}:${port} (${why}). Set PORT or HOST to another.`);
}

start().catch((error: unknown) => {
  process.stderr.write(`${whyNotStarted(error)}\n`);
  process.exit(1);
});
