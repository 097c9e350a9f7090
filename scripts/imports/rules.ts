// What may not be imported from where, and why. `CONTRIBUTING.md` says how to add a row; `imports.test.ts` has a case for each.

/**
 * What an import from one place to another is judged by. Globs over paths from the root, a later `!` taking out again;
 * outside the project `node:fs` and `npm:zod`. A rule with `between` is about imports from one module or feature to another.
 */
export interface Rule {
  readonly name: string;
  readonly from: readonly string[];
  readonly to: readonly string[];
  readonly between?: 'modules' | 'features';
  readonly why: string;
}

const tests = ['!**/*.test.{ts,tsx}', '!**/testing/**'];
const node = 'node:{*,*/*}';
const anyPackage = 'npm:{*,@*/*}';
const server = 'apps/server/src';
const portal = 'apps/portal/src';

export const rules: readonly Rule[] = [
  {
    name: 'domain stands alone',
    from: ['packages/domain/**'],
    to: ['**', '!packages/domain/**'],
    why: 'domain is pure and imports nothing of ours.',
  },
  {
    name: 'domain is pure',
    from: ['packages/domain/**', ...tests],
    to: [node, anyPackage, '!npm:date-fns', '!npm:@date-fns/tz'],
    why: 'domain has no I/O, no clock and no environment; of packages it takes only those that reckon with dates.',
  },
  {
    name: 'contract imports domain',
    from: ['packages/contract/**'],
    to: ['**', '!packages/contract/**', '!packages/domain/**'],
    why: 'contract imports domain and zod only.',
  },
  {
    name: 'contract is for browsers too',
    from: ['packages/contract/**', ...tests],
    to: [node, anyPackage, '!npm:zod'],
    why: 'contract is read by browsers too: no server code, and no package but zod.',
  },
  {
    name: 'simulator imports domain',
    from: ['packages/simulator/**'],
    to: ['**', '!packages/simulator/**', '!packages/domain/**'],
    why: 'simulator imports domain only.',
  },
  {
    name: 'simulator is deterministic',
    from: ['packages/simulator/**', ...tests],
    to: [node, anyPackage, '!npm:@date-fns/tz'],
    why: 'simulator has no I/O and no clock, so that a seed always gives the same members.',
  },
  {
    name: 'server knows no portal',
    from: ['apps/server/**'],
    to: ['apps/portal/**', 'scripts/**'],
    why: 'The server serves the built portal as files; what both need is in contract or domain.',
  },
  {
    name: 'portal knows no server',
    from: ['apps/portal/**'],
    to: ['apps/server/**', 'packages/simulator/**', 'scripts/**'],
    why: 'The portal runs in a browser and knows the server by its contract alone.',
  },
  {
    name: 'portal runs in a browser',
    from: [`${portal}/**`, `!${portal}/build/**`, ...tests],
    to: [node, `${portal}/build/**`],
    why: 'A browser has no Node; only the portal’s build does.',
  },
  {
    name: 'product knows no measurements',
    from: ['apps/**', 'packages/**', 'scripts/**'],
    to: ['bench/**', 'e2e/**'],
    why: 'A start does not install what journeys and measurements need.',
  },
  {
    name: 'journeys and measurements stay apart',
    from: ['bench/**'],
    to: ['e2e/**'],
    why: 'Each is a workspace of its own, with its own packages.',
  },
  {
    name: 'journeys are not measurements',
    from: ['e2e/**'],
    to: ['bench/**'],
    why: 'Each is a workspace of its own, with its own packages.',
  },
  {
    name: 'set-up needs nothing installed',
    from: ['scripts/ensure.mjs', 'scripts/setup/**', ...tests],
    to: [anyPackage, 'apps/**', 'packages/**'],
    why: 'Set-up runs before anything is installed.',
  },
  {
    name: 'platform knows nothing above it',
    from: [`${server}/platform/**`, ...tests],
    to: [`${server}/**`, `!${server}/platform/**`],
    why: 'platform is infrastructure and knows no service: pass what it needs as a dependency.',
  },
  {
    name: 'http knows no service',
    from: [`${server}/http/**`, ...tests],
    to: [`${server}/**`, `!${server}/http/**`, `!${server}/platform/**`],
    why: 'http binds the contract to routes and knows no service: app.ts hands it what it needs.',
  },
  {
    name: 'services are called',
    from: [`${server}/services/**`, ...tests],
    to: [
      `${server}/**`,
      ...[`!${server}/services/**`, `!${server}/platform/**`, `!${server}/http/route.ts`],
      ...[`!${server}/people/index.ts`, `!${server}/identity/index.ts`],
    ],
    why: 'Services are called by intake and http, never the other way round; http/route.ts is the shape of a route.',
  },
  {
    name: 'identity knows people',
    from: [`${server}/identity/**`, ...tests],
    to: [`${server}/**`, `!${server}/identity/**`, `!${server}/platform/**`, `!${server}/people/index.ts`],
    why: 'Who signs in is known without any service; who somebody is, people says.',
  },
  {
    name: 'people stand on platform',
    from: [`${server}/people/**`, ...tests],
    to: [`${server}/**`, `!${server}/people/**`, `!${server}/platform/**`],
    why: 'Everybody asks people who somebody is, so it asks nobody.',
  },
  {
    name: 'intake reads and hands on',
    from: [`${server}/intake/**`, ...tests],
    to: [
      `${server}/**`,
      ...[`!${server}/intake/**`, `!${server}/services/**`, `!${server}/platform/**`, `!${server}/people/index.ts`],
      ...[`!${server}/http/route.ts`, `!${server}/http/payload.ts`],
    ],
    why: 'Intake binds routes, reads large bodies by the contract and calls services; it knows nothing else.',
  },
  {
    name: 'modules meet at their index',
    from: [`${server}/**`, ...tests],
    to: [`${server}/**`, '!**/index.ts'],
    between: 'modules',
    why: 'A folder with an index.ts is a module, and others import its index.ts only.',
  },
  {
    name: 'only platform speaks to the stores',
    from: [`${server}/**`, `!${server}/platform/**`, `!${server}/operator/**`, ...tests],
    to: ['npm:pg', 'npm:pg-copy-streams', 'npm:@clickhouse/client', 'npm:chdb'],
    why: 'Statements go through platform, which names the tenant and bounds their time; the operator copies whole stores.',
  },
  {
    name: 'services know no web framework',
    from: [`${server}/{services,intake,demo,operator}/**`, ...tests],
    to: ['npm:fastify', 'npm:@fastify/*'],
    why: 'How requests are answered is decided in http once; a route is what http/route.ts says.',
  },
  {
    name: 'operator works on the wired server',
    from: [`${server}/operator/**`, ...tests],
    to: [`${server}/{services,intake,demo}/**`, `${server}/http/**`, `!${server}/http/portal.ts`],
    why: 'The commands work on the modules as modules.ts wires them, and never on half of one; of http they need the portal’s files.',
  },
  {
    name: 'demonstration sends like a band',
    from: [`${server}/demo/**`, ...tests],
    to: [`${server}/{http,intake,operator}/**`, `${server}/*.ts`],
    why: 'Demonstration data come in over HTTP, or through the ticks store, as anybody’s do.',
  },
  {
    name: 'harness is for tests',
    from: ['apps/**', 'packages/**', 'scripts/**', ...tests],
    to: ['**/testing/**'],
    why: 'Only tests may import the harness and the builders.',
  },
  {
    name: 'test packages are for tests',
    from: ['apps/*/src/**', 'packages/**', ...tests],
    to: ['npm:{vitest,fast-check,jsdom,smtp-server}', 'npm:@testing-library/*'],
    why: 'What only tests need is not there where Vigil runs.',
  },
  {
    name: 'modules are loaded by import',
    from: ['**'],
    to: ['node:module'],
    why: 'What node:module loads, under whatever name, is no import that could be judged.',
  },
  {
    name: 'tests are not imported',
    from: ['**'],
    to: ['**/*.test.{ts,tsx}'],
    why: 'A test that is imported runs twice; what two tests share is in testing/.',
  },
  {
    name: 'features stand apart',
    from: [`${portal}/features/**`],
    to: [`${portal}/features/**`],
    between: 'features',
    why: 'A feature never imports another feature: what two share belongs in ui, charts or lib.',
  },
  {
    name: 'features do not know the app',
    from: [`${portal}/features/**`],
    to: [`${portal}/app/**`, `${portal}/*`],
    why: 'Features are mounted by the app, they do not know it.',
  },
  {
    name: 'ui, lib and charts know no screen',
    from: [`${portal}/{ui,lib,charts}/**`, ...tests],
    to: [`${portal}/{features,app}/**`, `${portal}/*`],
    why: 'ui, lib and charts serve every screen and know none.',
  },
  {
    name: 'development pages are not shipped',
    from: [`${portal}/**`, `!${portal}/charts/gallery/**`],
    to: [`${portal}/charts/gallery/**`],
    why: 'The gallery of charts is a page of its own in development; what imports it would carry it into the build.',
  },
];

export interface Exception {
  /** The rule's name. */
  readonly rule: string;
  readonly from: string;
  readonly to: string;
  readonly why: string;
}

/** Imports that break a rule and stay for a reason. One that is not needed any more fails the check. */
export const exceptions: readonly Exception[] = [
  {
    rule: 'modules are loaded by import',
    from: 'apps/server/src/platform/postgres/binaries.ts',
    to: 'node:module',
    why: 'The binaries of PostgreSQL stand in the package of the machine that it runs on; only their place is asked for.',
  },
  {
    rule: 'modules are loaded by import',
    from: 'apps/portal/src/build/contract-addresses.test.ts',
    to: 'node:module',
    why: 'The loader of the tests goes through what is tested here, which would be compared with itself.',
  },
];

/** Imports whose target is known only as the program runs, so that no rule can judge them. */
export const atRunTime: readonly { readonly from: string; readonly why: string }[] = [
  {
    from: 'apps/portal/src/build/contract-addresses.ts',
    why: 'The portal’s build reads whichever file of the contract it is handed, to keep only the addresses.',
  },
];
