import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasInstalledBrowser, openInstalledBrowser } from './browser.ts';
import { type CallPerson, callButton, fakeMedia, flows, openNurseAndMember, press, ring, says, wayOf } from './call-pages.ts';
import { hasNetworks, makePlace, type Place } from './networks.ts';
import { demoDataDir, demoEnv } from './prepared-demo.ts';
import { freePort, type RunningServer, removeDataDir, startServer, until } from './server.ts';

const wifi = 0;
const phoneNetwork = 1;

/* The member's browser has networks of its own, that come and go as those of a phone. */
describe.skipIf(!hasNetworks() || !hasInstalledBrowser())('calls on networks that change', () => {
  let place: Place;
  let server: RunningServer;
  let browsers: Browser[];
  let nurse: CallPerson;
  let member: CallPerson;

  beforeAll(async () => {
    place = makePlace();
    place.use(wifi);
    const port = await freePort();
    const url = `http://${place.here}:${port}`;
    await place.open(port);
    const dataDir = await demoDataDir();
    const flags = [...fakeMedia.filter((flag) => !flag.includes('loopback')), `--unsafely-treat-insecure-origin-as-secure=${url}`];
    [server, ...browsers] = await Promise.all([
      startServer({ dataDir, port, env: { ...demoEnv, PUBLIC_URL: url } }),
      openInstalledBrowser(flags),
      openInstalledBrowser(flags, place.starter),
    ]);
    ({ nurse, member } = await openNurseAndMember({ url }, browsers));
  });
  afterAll(async () => {
    for (const browser of browsers ?? []) await browser.close();
    await server?.stop();
    if (server) removeDataDir(server.dataDir);
    place?.close();
  });

  const goesOver = async (network: number) => {
    for (const { page } of [nurse, member]) await flows(page, 'audio');
    await until('the call goes over that network', async () => (await wayOf(member.page)).address === place.addressIn(network), 20);
  };

  test('from Wi-Fi to the phone network and back: both are told of the gap, and both hear each other again', async () => {
    const pages = [nurse.page, member.page];
    await press(nurse.page, callButton);
    await ring(member.page).getByRole('button', { name: 'Answer', exact: true }).click({ timeout: 30_000 });
    for (const page of pages) await says(page, /^Connected/);
    await goesOver(wifi);

    place.use(null);
    for (const page of pages) await says(page, /^Connection interrupted/);
    place.use(phoneNetwork);
    for (const page of pages) await says(page, /^Connected again/);
    await goesOver(phoneNetwork);

    // At once, as where the Wi-Fi was there all the time.
    place.use(wifi);
    await goesOver(wifi);
    await press(nurse.page, 'Hang up');
    await says(member.page, 'The call has ended.');
    expect([...nurse.errors, ...member.errors]).toEqual([]);
  });
});
