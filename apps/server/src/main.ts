import type { Identity } from '#identity/index.ts';
import { type App, createApp } from './app.ts';
import { createDemo, type Demo } from './demo/index.ts';
import { killChildren } from './platform/children.ts';
import { type Config, ConfigError, readConfig } from './platform/config.ts';
import { freePort, listeningAt } from './platform/listening.ts';
import { createLog, type Log } from './platform/log.ts';
import { plainHttpWarning } from './platform/plain-http.ts';
import { whyNotStarted } from './platform/start-error.ts';
import { openStores, type Stores } from './platform/stores.ts';
import { createStop, type Stop } from './stop.ts';

async function start(): Promise<void> {
  const config = await withRealPort(readConfig(process.env));
  const log = createLog(config.logLevel);
  const stop = createStop({ withinMs: config.stopSeconds * 1000, log, lastResort: killChildren, exit: (code) => process.exit(code) });
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stop.now(signal, 0));
  try {
    await open(config, log, stop);
  } catch (error) {
    // What a stop cuts short fails; that is no failure to start.
    if (stop.begun()) return;
    process.stderr.write(`${whyNotStarted(error)}\n`);
    stop.now('the server could not start', 1);
  }
}

/** Opens the stores, wires the modules and listens. Everything it begins, it tells `stop` how to end, before it has begun. */
async function open(config: Config, log: Log, stop: Stop): Promise<void> {
  const opening = openStores({ config, log, mode: 'own', onFatal: (reason) => stop.now(reason, 1) });
  stop.before('stores', () => opening.then((stores) => stores.close(), nothingToEnd));
  const stores = await opening;
  if (stop.begun()) return;
  const creating = createApp({ config, stores, log });
  let demo: Demo | undefined;
  stop.before('requests', () => creating.then((app) => Promise.all([demo?.stop(), app.stop()]), nothingToEnd));
  const app = await creating;
  if (stop.begun()) return;
  if (config.demo) demo = demoOf(config, log, stores, app);
  await demo?.seedAccounts();
  if (!config.demo) await warnOfDemonstration(app.identity, log);
  if (stop.begun()) return;
  const address = await app.listen().catch((error: NodeJS.ErrnoException) => {
    throw cannotListen(error, config);
  });
  const listening = listeningAt(app.http.addresses());
  log.info({ address: listening, url: config.publicUrl, demo: config.demo }, 'Vigil is ready');
  const exposed = plainHttpWarning(config);
  if (exposed) log.warn({ host: config.host }, exposed);
  print(`\n  Vigil is ready: ${config.publicUrl} (listening on ${listening})\n`);
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

/**
 * Throws ConfigError where it cannot be listened, before anything is made or migrated. With PORT=0 any free port, because
 * addresses (the issuer's, links in mails) follow from it.
 */
async function withRealPort(config: Config): Promise<Config> {
  const port = await freePort(config.host, config.port).catch((error: NodeJS.ErrnoException) => {
    throw cannotListen(error, config);
  });
  const publicUrl = config.publicUrl === 'http://localhost:0' ? `http://localhost:${port}` : config.publicUrl;
  return { ...config, port, publicUrl };
}

const nothingToEnd = () => undefined;

function demoOf(config: Config, log: Log, stores: Stores, app: App): Demo {
  return createDemo({
    ...app,
    ...stores,
    dataDir: config.dataDir,
    historyDays: config.demoDays,
    log,
    print: (line) => print(`  ${line}`),
  });
}

/** To a person who looks on; programs read the log. */
function print(line: string): void {
  if (process.stdout.isTTY) process.stdout.write(`${line}\n`);
}

function cannotListen(error: NodeJS.ErrnoException, { host, port }: Config): unknown {
  if (error.syscall !== 'listen' && error.syscall !== 'getaddrinfo') return error;
  const why = error.code === 'EADDRINUSE' ? 'another program listens there, perhaps a Vigil that runs already' : error.code;
  return new ConfigError(`Vigil cannot start: it cannot listen on ${host}:${port} (${why}). Set PORT or HOST to another.`);
}

start().catch((error: unknown) => {
  process.stderr.write(`${whyNotStarted(error)}\n`);
  process.exit(1);
});
