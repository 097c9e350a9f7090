const server = 'apps/server/src';
const portal = 'apps/portal/src';
const alpha = `${server}/services/alpha/index.ts`;

/** What makes folders of the cases modules. */
export const moduleIndexes = [
  alpha,
  `${server}/services/alpha/inner/index.ts`,
  `${server}/services/beta/index.ts`,
  `${server}/intake/index.ts`,
  `${server}/people/index.ts`,
  `${server}/identity/index.ts`,
];

/** A folder that holds the source, and what it imports. */
type Import = readonly [folder: string, target: string];

/** Per rule, in the table's order: imports that break it, and neighbours of them that break none. */
export const importCases: readonly { readonly rule: string; readonly refused: readonly Import[]; readonly allowed: readonly Import[] }[] = [
  {
    rule: 'domain stands alone',
    refused: [
      ['packages/domain/src/units', 'packages/contract/src/index.ts'],
      ['packages/domain/src/units', 'packages/contract/src/endpoint.ts'],
      ['packages/domain/src', 'apps/server/src/platform/clock.ts'],
    ],
    allowed: [['packages/domain/src/units', 'packages/domain/src/status/status.ts']],
  },
  {
    rule: 'domain is pure',
    refused: [
      ['packages/domain/src', 'node:fs'],
      ['packages/domain/src', 'node:fs/promises'],
      ['packages/domain/src', 'npm:zod'],
    ],
    allowed: [
      ['packages/domain/src', 'npm:date-fns'],
      ['packages/domain/src', 'npm:@date-fns/tz'],
    ],
  },
  {
    rule: 'contract imports domain',
    refused: [
      ['packages/contract/src', 'packages/simulator/src/index.ts'],
      ['packages/contract/src', `${server}/http/route.ts`],
    ],
    allowed: [
      ['packages/contract/src', 'packages/contract/src/errors.ts'],
      ['packages/contract/src', 'packages/domain/src/status/status.ts'],
      ['packages/contract/src', 'npm:zod'],
    ],
  },
  {
    rule: 'contract is for browsers too',
    refused: [
      ['packages/contract/src', 'node:crypto'],
      ['packages/contract/src', 'npm:fastify'],
    ],
    allowed: [
      ['packages/contract/src', 'npm:zod'],
      ['packages/contract/src', 'packages/contract/src/errors.ts'],
    ],
  },
  {
    rule: 'simulator imports domain',
    refused: [
      ['packages/simulator/src', 'packages/contract/src/index.ts'],
      ['packages/simulator/src', `${portal}/lib/dates.ts`],
    ],
    allowed: [
      ['packages/simulator/src', 'packages/simulator/src/noise.ts'],
      ['packages/simulator/src', 'packages/domain/src/status/status.ts'],
    ],
  },
  {
    rule: 'simulator is deterministic',
    refused: [
      ['packages/simulator/src', 'node:crypto'],
      ['packages/simulator/src', 'npm:date-fns'],
    ],
    allowed: [['packages/simulator/src', 'npm:@date-fns/tz']],
  },
  {
    rule: 'server knows no portal',
    refused: [
      [`${server}/http`, `${portal}/lib/dates.ts`],
      [`${server}/testing`, 'scripts/setup/run.mjs'],
    ],
    allowed: [[server, 'packages/contract/src/index.ts']],
  },
  {
    rule: 'portal knows no server',
    refused: [
      ['apps/portal/src/build', 'scripts/setup/run.mjs'],
      [`${portal}/lib`, `${server}/http/route.ts`],
      [`${portal}/features/panel`, 'packages/simulator/src/index.ts'],
    ],
    allowed: [[`${portal}/lib`, 'packages/contract/src/errors.ts']],
  },
  {
    rule: 'portal runs in a browser',
    refused: [
      [`${portal}/charts`, 'node:path'],
      [`${portal}/app`, `${portal}/build/precompress.ts`],
    ],
    allowed: [
      [`${portal}/build`, 'node:path'],
      ['apps/portal', `${portal}/build/precompress.ts`],
    ],
  },
  {
    rule: 'product knows no measurements',
    refused: [
      ['scripts/setup', 'bench/load.ts'],
      [`${server}/operator`, 'bench/load.ts'],
      ['packages/simulator/src', 'e2e/band.ts'],
    ],
    allowed: [['bench', `${server}/app.ts`]],
  },
  { rule: 'journeys and measurements stay apart', refused: [['bench', 'e2e/band.ts']], allowed: [['bench/peers', 'bench/load.ts']] },
  { rule: 'journeys are not measurements', refused: [['e2e/attack', 'bench/load.ts']], allowed: [['e2e/attack', 'e2e/band.ts']] },
  {
    rule: 'set-up needs nothing installed',
    refused: [
      ['scripts/ensure.mjs', 'npm:zod'],
      ['scripts/setup', `${server}/platform/clock.ts`],
      ['scripts/setup', 'npm:zod'],
      ['scripts/setup', 'packages/domain/src/status/status.ts'],
    ],
    allowed: [
      ['scripts/setup', 'node:fs'],
      ['scripts/imports', 'npm:zod'],
    ],
  },
  {
    rule: 'platform knows nothing above it',
    refused: [
      [`${server}/platform/postgres`, alpha],
      [`${server}/platform`, `${server}/http/route.ts`],
      [`${server}/platform`, `${server}/app.ts`],
    ],
    allowed: [[`${server}/platform/postgres`, `${server}/platform/clock.ts`]],
  },
  {
    rule: 'http knows no service',
    refused: [
      [`${server}/http`, alpha],
      [`${server}/http/docs`, `${server}/intake/index.ts`],
    ],
    allowed: [
      [`${server}/http/docs`, `${server}/http/route.ts`],
      [`${server}/http`, `${server}/platform/clock.ts`],
    ],
  },
  {
    rule: 'services are called',
    refused: [
      [`${server}/services/alpha`, `${server}/intake/index.ts`],
      [`${server}/services/alpha/inner`, `${server}/http/mount.ts`],
      [`${server}/services/alpha`, `${server}/app.ts`],
    ],
    allowed: [
      [`${server}/services/alpha`, `${server}/services/beta/index.ts`],
      [`${server}/services/alpha`, `${server}/platform/clock.ts`],
      [`${server}/services/alpha`, `${server}/http/route.ts`],
      [`${server}/services/alpha`, `${server}/people/index.ts`],
      [`${server}/services/alpha`, `${server}/identity/index.ts`],
    ],
  },
  {
    rule: 'identity knows people',
    refused: [
      [`${server}/identity`, `${server}/services/alpha/index.ts`],
      [`${server}/identity/pages`, `${server}/http/route.ts`],
    ],
    allowed: [
      [`${server}/identity`, `${server}/people/index.ts`],
      [`${server}/identity/pages`, `${server}/identity/sign-in.ts`],
      [`${server}/identity`, `${server}/platform/clock.ts`],
    ],
  },
  {
    rule: 'people stand on platform',
    refused: [
      [`${server}/people`, `${server}/identity/index.ts`],
      [`${server}/people`, `${server}/services/alpha/index.ts`],
    ],
    allowed: [
      [`${server}/people`, `${server}/platform/clock.ts`],
      [`${server}/people/inner`, `${server}/people/store.ts`],
    ],
  },
  {
    rule: 'intake reads and hands on',
    refused: [
      [`${server}/intake/csv`, `${server}/http/mount.ts`],
      [`${server}/intake`, `${server}/operator/backup.ts`],
    ],
    allowed: [
      [`${server}/intake/csv`, `${server}/intake/delivery.ts`],
      [`${server}/intake`, `${server}/platform/clock.ts`],
      [`${server}/intake`, `${server}/http/route.ts`],
      [`${server}/intake/csv`, `${server}/http/payload.ts`],
      [`${server}/intake/csv`, alpha],
      [`${server}/intake`, `${server}/people/index.ts`],
    ],
  },
  {
    rule: 'modules meet at their index',
    refused: [
      [`${server}/services/alpha`, `${server}/services/beta/beta.store.ts`],
      [`${server}/services/alpha`, `${server}/services/alpha/inner/inner.store.ts`],
      [`${server}/services/alpha/inner`, `${server}/services/alpha/alpha.store.ts`],
      [`${server}/intake/csv`, `${server}/services/beta/beta.store.ts`],
      [server, `${server}/services/beta/beta.store.ts`],
    ],
    allowed: [
      [`${server}/services/alpha`, `${server}/services/beta/index.ts`],
      [`${server}/services/alpha`, `${server}/services/alpha/inner/index.ts`],
      [`${server}/services/alpha/queries`, `${server}/services/alpha/alpha.store.ts`],
      [`${server}/testing/fuzz`, `${server}/services/beta/beta.store.ts`],
    ],
  },
  {
    rule: 'only platform speaks to the stores',
    refused: [
      [`${server}/demo`, 'npm:pg-copy-streams'],
      [`${server}/intake`, 'npm:chdb'],
      [`${server}/services/alpha`, 'npm:pg'],
      [`${server}/http`, 'npm:@clickhouse/client'],
    ],
    allowed: [
      [`${server}/operator`, 'npm:pg-copy-streams'],
      [`${server}/platform/postgres`, 'npm:pg'],
    ],
  },
  {
    rule: 'services know no web framework',
    refused: [
      [`${server}/services/alpha`, 'npm:fastify'],
      [`${server}/intake`, 'npm:@fastify/static'],
    ],
    allowed: [[`${server}/http`, 'npm:fastify']],
  },
  {
    rule: 'operator works on the wired server',
    refused: [
      [`${server}/operator/doctor`, alpha],
      [`${server}/operator`, `${server}/http/mount.ts`],
    ],
    allowed: [
      [`${server}/operator`, `${server}/app.ts`],
      [`${server}/operator`, `${server}/http/portal.ts`],
    ],
  },
  {
    rule: 'demonstration sends like a band',
    refused: [
      [`${server}/demo`, `${server}/intake/index.ts`],
      [`${server}/demo`, `${server}/app.ts`],
    ],
    allowed: [[`${server}/demo`, alpha]],
  },
  {
    rule: 'harness is for tests',
    refused: [
      ['packages/domain/src', 'packages/domain/src/testing/samples.ts'],
      [`${server}/platform`, `${server}/platform/testing/sample-process.ts`],
      [`${portal}/lib`, `${portal}/testing/bundle-size.ts`],
      ['scripts/setup', 'scripts/testing/fixture-project.ts'],
    ],
    allowed: [
      [`${server}/testing`, `${server}/platform/testing/sample-process.ts`],
      ['e2e/attack', `${server}/testing/harness.ts`],
    ],
  },
  {
    rule: 'test packages are for tests',
    refused: [
      ['packages/contract/src', 'npm:vitest'],
      [`${server}/platform`, 'npm:vitest'],
      [`${portal}/ui`, 'npm:@testing-library/react'],
    ],
    allowed: [[`${server}/testing`, 'npm:vitest']],
  },
  {
    rule: 'modules are loaded by import',
    refused: [
      [`${server}/platform`, 'node:module'],
      ['scripts/imports', 'node:module'],
    ],
    allowed: [[`${server}/platform`, 'node:url']],
  },
  {
    rule: 'tests are not imported',
    refused: [
      [`${server}/testing`, `${server}/platform/clock.test.ts`],
      ['bench', `${portal}/ui/button.test.tsx`],
    ],
    allowed: [[`${server}/testing`, `${server}/platform/clock.ts`]],
  },
  {
    rule: 'features stand apart',
    refused: [
      [`${portal}/features/panel`, `${portal}/features/patient/patient-frame.tsx`],
      [`${portal}/features/panel/api`, `${portal}/features/patient/patient-frame.tsx`],
    ],
    allowed: [
      [`${portal}/features/panel/api`, `${portal}/features/panel/panel-screen.tsx`],
      [`${portal}/app`, `${portal}/features/panel/panel-screen.tsx`],
    ],
  },
  {
    rule: 'features do not know the app',
    refused: [
      [`${portal}/features/panel`, `${portal}/app/routes.tsx`],
      [`${portal}/features/panel`, `${portal}/main.tsx`],
    ],
    allowed: [[`${portal}/features/panel`, `${portal}/ui/button.tsx`]],
  },
  {
    rule: 'ui, lib and charts know no screen',
    refused: [
      [`${portal}/ui`, `${portal}/features/panel/panel-screen.tsx`],
      [`${portal}/lib/session`, `${portal}/app/routes.tsx`],
      [`${portal}/charts`, `${portal}/main.tsx`],
    ],
    allowed: [[`${portal}/ui`, `${portal}/lib/dates.ts`]],
  },
  {
    rule: 'development pages are not shipped',
    refused: [
      [`${portal}/app`, `${portal}/charts/gallery/gallery.tsx`],
      [`${portal}/charts`, `${portal}/charts/gallery/samples.ts`],
    ],
    allowed: [[`${portal}/charts/gallery`, `${portal}/charts/chart.tsx`]],
  },
];

/** How a script of a thread or a process is named beside the source that starts it. */
export const scriptForms: readonly string[] = [
  "new Worker('./script.ts');",
  'new Worker(`./script.ts`, { workerData: 1 });',
  "fork('./script.ts');",
  "child.fork('./script.ts', []);",
  "spawn(process.execPath, [join(import.meta.dirname, 'script.ts')]);",
  "path.join(import.meta.dirname, '.', 'script.ts');",
  "resolve(import.meta.dirname, 'script.ts');",
  "new Worker(new URL('./script.ts', import.meta.url));",
];

/** Sources that load by another door, and what the check says of each. */
export const refusedLoaders: readonly (readonly [source: string, said: string])[] = [
  ["process.getBuiltinModule('module').createRequire(import.meta.url)('./b.ts');", 'loads by getBuiltinModule'],
  ["process['getBuiltinModule']('fs');", 'loads by getBuiltinModule'],
  ["const { getBuiltinModule: load } = process;\nload('fs');", 'loads by getBuiltinModule'],
  ["import * as m from 'node:module';\nm.createRequire(import.meta.url)('./b.ts');", 'What node:module loads'],
  ["import { createRequire as cr } from 'node:module';\ncr(import.meta.url)('./b.ts');", 'What node:module loads'],
  ["const { createRequire: cr } = await import('module');", 'What node:module loads'],
  ["import m = require('module');", 'What node:module loads'],
  ['/// <reference path="./b.ts" />', 'refers to a file by a comment'],
  ["///<reference path='./b.ts'/>", 'refers to a file by a comment'],
];
