import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser } from './browser.ts';
import { demoMemberId, newContext, signIn, startDemoServer } from './demo.ts';
import { goTo, type Shifts, shiftsOf, watchShifts } from './layout-shift.ts';
import { type RunningServer, removeDataDir, vigilLines } from './server.ts';

/** The sum of all shifts of a screen: stricter than Web Vitals, which counts the worst five seconds. */
const limit = 0.1;
const slowestMs = 250;
const sizes = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
] as const;

/** The screens of each role; `$memberId` is the demonstration's member, any other `$…` the first that the list before it leads to. */
const screensOf = {
  nurse: [
    ...['/dashboard/today', '/dashboard/panel', '/dashboard/actions', '/dashboard/cohorts', '/dashboard/cohorts/$cohortId'],
    ...['/dashboard/cohorts/new', '/dashboard/programs', '/dashboard/programs/$programId', '/dashboard/surveys', '/dashboard/rules'],
    ...['/dashboard/rules/$ruleId', '/dashboard/rules/$ruleId/backtest', '/dashboard/on-call', '/dashboard/burden'],
    ...['/dashboard/handoff', '/dashboard/handoff?list=recent', '/dashboard/handoff/$handoffId'],
    // Each view of the calendar after another screen: from one to the other its bar may change, at once and under the finger that asks.
    ...['/dashboard/calendar', '/dashboard/account', '/dashboard/calendar?view=month', '/dashboard/support'],
    ...['/dashboard/calendar?view=list', '/dashboard/team', '/dashboard/team/staff', '/dashboard/account/security'],
    ...['/patient/$memberId/summary', '/patient/$memberId/data', '/patient/$memberId/data?range=7', '/patient/$memberId/data?range=30'],
    ...['/patient/$memberId/analysis', '/patient/$memberId/content', '/patient/$memberId/log', '/patient/$memberId/surveys'],
    ...['/patient/$memberId/rules', '/patient/$memberId/team', '/patient/$memberId/timeline'],
  ],
  admin: [
    ...['/admin/members/account-invitation', '/admin/members/account-import', '/admin/members/onboarding-accounts'],
    ...['/admin/members/member-list', '/admin/members/$memberId/clinicians', '/admin/staff/account-invitation'],
    ...['/admin/staff/account-import', '/admin/staff/onboarding-accounts', '/admin/staff/staff-list', '/admin/teams/list'],
    ...['/admin/teams/create', '/admin/settings', '/admin/audit', '/dashboard/rules', '/dashboard/rules/new', '/dashboard/calendar'],
    ...['/dashboard/on-call', '/dashboard/burden', '/dashboard/cohorts', '/account/security'],
  ],
  member: [
    ...['/patient/$memberId/data', '/patient/$memberId/data?range=7', '/patient/$memberId/analysis', '/patient/$memberId/content'],
    ...['/patient/$memberId/reports', '/patient/$memberId/log', '/patient/$memberId/surveys', '/patient/$memberId/privacy'],
    '/account/security',
  ],
  observer: ['/dashboard/today', '/dashboard/panel', '/patient/$memberId/summary', '/patient/$memberId/data', '/dashboard/calendar'],
} as const;
type Role = keyof typeof screensOf;

/** Those that are opened by their address as well, with everything that stands around them. */
const openedAnew: Record<Role, readonly string[]> = {
  nurse: ['/dashboard/today', '/dashboard/panel', '/dashboard/calendar', '/patient/$memberId/summary', '/patient/$memberId/data'],
  admin: ['/admin/members/member-list'],
  member: ['/patient/$memberId/data'],
  observer: ['/dashboard/today'],
};

/** Not there in the demonstration: it has no care teams. */
const notThere = ['/dashboard/team/$teamId', '/admin/teams/$teamId'];

let server: RunningServer;
let browser: Browser;

beforeAll(async () => {
  [server, browser] = await Promise.all([startDemoServer(), openBrowser()]);
  for (const flag of ['careTeam', 'newCareTeam']) await vigilLines(server.dataDir, ['tenant', 'set', 'demo', `flags.${flag}`, 'true']);
  await handOff();
});

afterAll(async () => {
  await browser?.close();
  await server?.stop();
  if (server) removeDataDir(server.dataDir);
});

test('every screen of the portal is looked at', () => {
  const table = readFileSync(join(import.meta.dirname, '../apps/portal/src/app/screens.ts'), 'utf8');
  const paths = [...table.matchAll(/\bpath: '([^']+)'/g)].map(([, path = '']) => path);
  expect(paths.length).toBeGreaterThan(40);
  const looked = new Set(Object.values(screensOf).flatMap((some) => some.map((path) => path.split('?')[0])));
  expect(paths.filter((path) => !looked.has(path) && !notThere.includes(path))).toEqual([]);
});

test('no screen moves by itself while it is drawn over a slow line, wide or on a phone, whoever opens it', async () => {
  const roles = Object.keys(screensOf) as Role[];
  // Four people at a time: a machine that has no time left shows what is slow, and not what moves.
  const looked = (
    await Promise.all(roles.map(async (role) => [await lookThrough(role, sizes[0]), await lookThrough(role, sizes[1])]))
  ).flat(2);
  const most = looked.toSorted((one, other) => other.sum - one.sum).slice(0, 3);
  process.stdout.write(`  moved most of ${looked.length}: ${most.map(({ sum, screen }) => `${sum.toFixed(3)} ${screen}`).join(', ')}\n`);
  expect(looked.filter(({ sum }) => sum >= limit).map(({ sum, screen, told }) => `${sum.toFixed(3)} ${screen} ${told}`)).toEqual([]);
}, 480_000);

test.each(['nurse', 'member'] as const)('on a phone a %s sees the first chart before anything is scrolled', async (role) => {
  const context = await newContext(browser, { viewport: sizes[1], isMobile: true, hasTouch: true });
  const page = await context.newPage();
  await signIn(page, server.url, `${role}@demo.example`);
  await page.goto(`${server.url}/patient/${demoMemberId()}/data`);
  // Not the first that happens to be drawn.
  const chart = page.locator('article').first().locator('canvas');
  await chart.waitFor();
  await page.waitForFunction(() => !document.querySelector('[aria-busy="true"], [data-awaited], [data-held]'));
  // But for the bars that stand above every page for as long as there is a critical alert, or the server has trouble.
  const [ends, endsInView] = await chart.evaluate((canvas) => {
    const heightOf = (selector: string) => document.querySelector(selector)?.getBoundingClientRect().height ?? 0;
    const main = document.querySelector('main')?.getBoundingClientRect().top ?? 0;
    const bars = main - heightOf('header') + heightOf('main > [role="alert"]');
    const below = document.elementFromPoint(innerWidth / 2, innerHeight - 4)?.closest('nav');
    return [canvas.getBoundingClientRect().bottom - bars, below?.getBoundingClientRect().top ?? innerHeight];
  });
  expect(ends).toBeLessThanOrEqual(endsInView);
  await context.close();
});

/** A shift of the nurse's is over: there is a handoff to look at. */
async function handOff(): Promise<void> {
  const context = await newContext(browser);
  const page = await context.newPage();
  await signIn(page, server.url, 'nurse@demo.example');
  await page.goto(`${server.url}/dashboard/handoff`);
  await page
    .getByRole('textbox', { name: /^Summary: / })
    .first()
    .fill('Slept well.');
  const to = page.getByRole('combobox', { name: 'Hand off to' });
  await to.selectOption({ label: (await to.locator('option', { hasText: 'Marcus' }).textContent()) ?? '' });
  await page.getByRole('button', { name: 'Hand off', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Hand off' }).click();
  await page.waitForURL(/\/dashboard\/handoff\/[^/]+$/);
  await context.close();
}

interface Looked extends Shifts {
  readonly screen: string;
}

/** Opens the screens of a role one after the other; answers by how much each moved, and what. */
async function lookThrough(role: Role, viewport: (typeof sizes)[number]): Promise<Looked[]> {
  const context = await newContext(browser, { viewport });
  const page = await context.newPage();
  await signIn(page, server.url, `${role}@demo.example`);
  await watchShifts(page, slowestMs);
  const looked: Looked[] = [];
  const look = async (path: string) => void looked.push({ screen: `${role} ${viewport.width} ${path}`, ...(await shiftsOf(page)) });
  for (const path of openedAnew[role]) {
    await page.goto(`${server.url}${path.replace('$memberId', demoMemberId())}`);
    await look(`${path} opened anew`);
  }
  for (const path of screensOf[role]) {
    await goTo(page, await addressOf(page, path));
    await look(path);
  }
  await context.close();
  return looked;
}

/** Where a path leads from the screen that is open. */
async function addressOf(page: Page, path: string): Promise<string> {
  const known = path.replace('$memberId', demoMemberId());
  const [list, rest] = known.split(/\/\$[^/]+/);
  if (list === undefined || rest === undefined) return known;
  // Below the one that is open already.
  if (new RegExp(`^${list}/[^/]+$`).test(new URL(page.url()).pathname)) return `${new URL(page.url()).pathname}${rest}`;
  const first = page.locator(`main a[href^="${list}/"]:not([href$="/new"])`).first();
  return `${await first.getAttribute('href')}${rest}`;
}
