import type { CallIce } from '@vigil/contract/calls.contract';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { relayCredentials } from '#server/platform/turn/credentials.ts';
import { hasTurnServer, startTurnServer, type TestRelay } from '#server/testing/turn-server.ts';
import { openBrowser } from './browser.ts';
import { type CallPerson, callButton, fakeMedia, flows, openNurseAndMember, press, ring, says, wayOf } from './call-pages.ts';
import { startDemoServer } from './demo.ts';
import { type RunningServer, removeDataDir, until, vigilLines } from './server.ts';

const secret = 'a secret of two servers';

/* A tenant whose calls go through the relay only: a real one, that is gone in the middle of a call and comes back. */
describe.skipIf(!hasTurnServer())('calls over a relay', () => {
  let server: RunningServer;
  let browsers: Browser[];
  let relay: TestRelay;
  let nurse: CallPerson;
  let member: CallPerson;

  beforeAll(async () => {
    relay = await startTurnServer(secret);
    [server, ...browsers] = await Promise.all([
      startDemoServer({ TURN_URL: relay.url, TURN_SECRET: secret }),
      openBrowser(fakeMedia),
      openBrowser(fakeMedia),
    ]);
    await vigilLines(server.dataDir, ['tenant', 'set', 'demo', 'calls.relayOnly', 'true']);
    ({ nurse, member } = await openNurseAndMember(server, browsers));
  });
  afterAll(async () => {
    for (const browser of browsers ?? []) await browser.close();
    await server?.stop();
    if (server) removeDataDir(server.dataDir);
    await relay?.stop();
  });

  test('a call goes through it at both ends; when it is gone both look for another way, and hear each other again', async () => {
    const pages = [nurse.page, member.page];
    await press(nurse.page, callButton);
    await ring(member.page).getByRole('button', { name: 'Answer', exact: true }).click({ timeout: 30_000 });
    for (const page of pages) {
      await says(page, /^Connected/);
      await flows(page, 'audio');
      expect(await wayOf(page)).toMatchObject({ local: 'relay', remote: 'relay' });
    }
    await relay.stop();
    for (const page of pages) await says(page, /^Connection interrupted/);
    relay = await startTurnServer(secret, [], relay.port);
    for (const page of pages) await says(page, /^Connected again/);
    for (const page of pages) {
      await flows(page, 'audio');
      expect(await wayOf(page)).toMatchObject({ local: 'relay', remote: 'relay' });
    }
    await hangUp();
  });

  test('what opened the relay has run out: the call goes on over it, and a later way is opened by what was asked for in time', async () => {
    const pages = [nurse.page, member.page];
    for (const page of pages) await openRelayFor(page, 5);
    const beganAt = Date.now();
    await press(nurse.page, callButton);
    await ring(member.page).getByRole('button', { name: 'Answer', exact: true }).click({ timeout: 30_000 });
    for (const page of pages) await says(page, /^Connected/);
    const before = await Promise.all(pages.map(wayOf));
    await until('what opened the relay has run out', () => Date.now() > beganAt + 20_000);
    for (const page of pages) await flows(page, 'audio');

    for (const page of pages) await page.unroute(calls);
    // The nine minutes after which a page asks anew.
    for (const page of pages)
      await Promise.all([page.waitForResponse((answer) => answer.url().endsWith('/ice') && answer.ok()), page.clock.fastForward('09:00')]);
    for (const page of pages) await page.evaluate(() => dispatchEvent(new Event('online')));
    for (const [index, page] of pages.entries()) {
      await until('the call goes another way', async () => (await wayOf(page)).port !== before[index]?.port, 30);
      expect(await wayOf(page)).toMatchObject({ local: 'relay', remote: 'relay' });
      await flows(page, 'audio');
    }
    await hangUp();
  });

  async function hangUp(): Promise<void> {
    await press(nurse.page, 'Hang up');
    await says(member.page, 'The call has ended.');
    expect([...nurse.errors, ...member.errors]).toEqual([]);
  }
});

const calls = '**/calls/api/v1/calls**';
/** From here on the relay is opened to a page for a few seconds only, though the page believes in its ten minutes. */
async function openRelayFor(page: Page, seconds: number): Promise<void> {
  await page.clock.install();
  await page.route(calls, async (route) => {
    const answer = await route.fetch();
    const body = await answer.text();
    const told = body.startsWith('{') ? (JSON.parse(body) as { ice?: CallIce | null }) : {};
    if (!told.ice) return route.fulfill({ response: answer, body });
    const iceServers = told.ice.iceServers.map(({ urls }) => ({ urls, ...relayCredentials(secret, Date.now() + seconds * 1_000) }));
    return route.fulfill({ response: answer, json: { ...told, ice: { ...told.ice, iceServers } } });
  });
}
