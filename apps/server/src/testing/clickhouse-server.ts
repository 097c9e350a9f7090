import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from './redis-server.ts';

/** A ClickHouse server of the test's own, which may be killed: the engine that chDB brings opens the HTTP interface of the real one. */
export interface ClickHouseServer {
  /** With user and password, as TICKS_URL takes it. */
  readonly url: string;
  /** Ends it as a power cut would; its data stays. */
  kill(): Promise<void>;
  startAgain(): Promise<void>;
  /** Leaves it running and answering nothing, as a machine does that has no time for it; `resume` ends that. */
  hang(): void;
  resume(): void;
  stop(): Promise<void>;
}

const [user, password] = ['vigil', 'a-password-of-the-tests'];
const readySeconds = 60;

/** Where chDB's library of this machine lies; undefined where it has none. */
function libraryPath(): string | undefined {
  const libraries = join(import.meta.dirname, '../../../../node_modules/@chdb');
  if (!existsSync(libraries)) return undefined;
  return readdirSync(libraries)
    .map((one) => join(libraries, one, 'libchdb.so'))
    .find((path) => existsSync(path));
}

export async function startClickHouse(): Promise<ClickHouseServer> {
  const library = libraryPath();
  if (!library) throw new Error('chDB has no library for this machine');
  const folder = mkdtempSync(join(tmpdir(), 'vigil-clickhouse-'));
  const port = await freePort();
  const config = writeConfig(folder);
  let child: ChildProcess;

  async function start(): Promise<void> {
    const script = join(import.meta.dirname, 'clickhouse-process.ts');
    const argv = [`--config-file=${config}`, `--path=${join(folder, 'data')}`, `--http_port=${port}`, '--listen_host=127.0.0.1'];
    // It listens until the statement ends, which is when its standard input does: with this process.
    const query = "--query=SYSTEM START LISTEN HTTP; select count() from file('-', 'LineAsString') format Null";
    child = spawn(process.execPath, [script, library as string, ...argv, query], { stdio: ['pipe', 'ignore', 'pipe'] });
    let said = '';
    child.stderr?.on('data', (part: Buffer) => {
      said = `${said}${part}`.slice(-2_000);
    });
    const deadline = performance.now() + readySeconds * 1_000;
    for (;;) {
      if (child.exitCode !== null || performance.now() > deadline) throw new Error(`The ClickHouse server did not start: ${said}`);
      const isReady = await fetch(`http://127.0.0.1:${port}/ping`).then(
        (answer) => answer.ok,
        () => false,
      );
      if (isReady) return;
      await pause(50);
    }
  }

  async function kill(): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
  }

  await start();
  return {
    url: `http://${user}:${password}@127.0.0.1:${port}`,
    kill,
    startAgain: start,
    hang: () => child.kill('SIGSTOP'),
    resume: () => child.kill('SIGCONT'),
    async stop() {
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The statement that keeps it listening is the default user's. */
function writeConfig(folder: string): string {
  const userOf = (name: string, secret: string) =>
    `<${name}><password>${secret}</password><profile>default</profile><quota>default</quota><networks><ip>127.0.0.1</ip></networks></${name}>`;
  const users = join(folder, 'users.xml');
  writeFileSync(
    users,
    `<clickhouse><profiles><default/></profiles><quotas><default/></quotas><users>${userOf('default', '')}${userOf(user, password)}</users></clickhouse>`,
  );
  const config = join(folder, 'config.xml');
  writeFileSync(config, `<clickhouse><users_config>${users}</users_config><logger><level>none</level></logger></clickhouse>`);
  return config;
}
