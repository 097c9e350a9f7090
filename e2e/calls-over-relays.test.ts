import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasTurnServer, startTurnServer, type TestRelay } from '#server/testing/turn-server.ts';
import { openBrowser } from './browser.ts';
import { type CallPerson, callButton, fakeMedia, flows, openCallPage, press, ring, says, wayOf } from './call-pages.ts';
import { signIn, startDemoServer } from './demo.ts';
import { type RunningServer, removeDataDir, vigilLines } from './server.ts';

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
    const { url, dataDir } = server;
    const users = await vigilLines(dataDir, ['user', 'list', '--tenant', 'demo']);
    const memberId = users.find((line) => line.endsWith('\tmember@demo.example'))?.split('\t')[0];
    await vigilLines(dataDir, ['tenant', 'set', 'demo', 'calls.relayOnly', 'true']);
    const open = (browser: Browser | undefined, email: string, screen: string) =>
      openCallPage(browser as Browser, { url, path: `/patient/${memberId}/${screen}`, signIn: (page) => signIn(page, url, email) });
    nurse = await open(browsers[0], 'nurse@demo.example', 'team');
    member = await open(browsers[1], 'member@demo.example', 'privacy');
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
      expect(await wayOf(page)).toEqual({ local: 'relay', remote: 'relay' });
    }
    await relay.stop();
    for (const page of pages) await says(page, /^Connection interrupted/);
    relay = await startTurnServer(secret, [], relay.port);
    for (const page of pages) await says(page, /^Connected again/);
    for (const page of pages) {
      await flows(page, 'audio');
      expect(await wayOf(page)).toEqual({ local: 'relay', remote: 'relay' });
    }
    await press(nurse.page, 'Hang up');
    await says(member.page, 'The call has ended.');
    expect([...nurse.errors, ...member.errors]).toEqual([]);
  });
});
