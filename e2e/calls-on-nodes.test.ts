import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createUser } from '#server/operator/people.ts';
import { hasRedis } from '#server/testing/redis-server.ts';
import { openBrowser } from './browser.ts';
import { type CallPerson, callButton, callWindow, fakeMedia, flows, openCallPage, press, ring, says } from './call-pages.ts';
import { isSignedIn } from './demo.ts';
import { type Nodes, startNodes } from './nodes/nodes.ts';
import { createStaff } from './nodes/people.ts';

/* Two servers behind a balancer: everything of a call has gone through one of them, when that one is killed. */
describe.skipIf(!hasRedis())('a call over two servers', () => {
  const first = 0;
  let nodes: Nodes;
  let browsers: Browser[];
  let nurse: CallPerson;
  let member: CallPerson;
  let nurseId: string;
  let openNurse: () => Promise<CallPerson>;

  beforeAll(async () => {
    [nodes, ...browsers] = await Promise.all([startNodes(), openBrowser(fakeMedia), openBrowser(fakeMedia)]);
    const tenant = { ...(await createStaff(nodes, 1)).tenant, displayName: null, timeZone: null };
    const [ofNurse, ofMember] = await nodes.atWork(async (place) => [
      await createUser(place, tenant, { email: 'nurse@calls.example', givenName: 'Nadia', familyName: 'Synthetic', roles: ['nurse'] }),
      await createUser(place, tenant, { email: 'member@calls.example', givenName: 'Mia', familyName: 'Synthetic', roles: ['patient'] }),
    ]);
    const open = (index: number, email: string, password: string, screen: string) =>
      openCallPage(browsers[index] as Browser, {
        ...{ url: nodes.url, path: `/patient/${ofMember?.id}/${screen}` },
        signIn: (page) => enter(page, nodes.url, email, password),
      });
    nodes.handTo([first]);
    nurseId = ofNurse?.id ?? '';
    openNurse = () => open(0, 'nurse@calls.example', ofNurse?.password ?? '', 'team');
    nurse = await openNurse();
    member = await open(1, 'member@calls.example', ofMember?.password ?? '', 'privacy');
  }, 300_000);
  afterAll(async () => {
    for (const browser of browsers ?? []) await browser.close();
    await nodes?.stop();
  });

  test('ends when the sign-in of one of the two is ended', async () => {
    await press(nurse.page, callButton);
    await ring(member.page).getByRole('button', { name: 'Answer', exact: true }).click({ timeout: 30_000 });
    for (const { page } of [nurse, member]) await says(page, /^Connected/);
    await nodes.atWork(({ modules }) => modules.identity.endSessions(nurseId));
    await callWindow(member.page).getByText('The call has ended.').waitFor({ timeout: 20_000 });
    await press(member.page, 'Close');
    await nurse.context.close();
    nurse = await openNurse();
  });

  test('goes on when one of them is killed: sound in both directions, and hanging up reaches the other', async () => {
    const pages = [nurse.page, member.page];
    await press(nurse.page, callButton);
    await ring(member.page).getByRole('button', { name: 'Answer', exact: true }).click({ timeout: 30_000 });
    for (const page of pages) await says(page, /^Connected/);
    await nodes.kill(first);
    nodes.handTo();
    for (const page of pages) for (const _ of [1, 2, 3]) await flows(page, 'audio');
    await press(nurse.page, 'Mute');
    await says(member.page, /is muted$/);
    for (const page of pages) await says(page, /^Connected/);
    await press(nurse.page, 'Hang up');
    await says(member.page, 'The call has ended.');
    expect([...nurse.errors, ...member.errors]).toEqual([]);
  });
});

async function enter(page: Page, url: string, email: string, password: string): Promise<void> {
  await page.goto(url);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await page.waitForURL(/\/idp\//);
  await page.getByLabel('E-mail address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL(isSignedIn);
}
