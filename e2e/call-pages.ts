import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { demoMemberId, newContext, signIn, watchErrors } from './demo.ts';
import { type RunningServer, until } from './server.ts';

/* Pages of real browsers that make and take calls, with the devices that a browser makes up. */

/** Devices that are allowed without asking; the way between two browsers of one machine leads over it. */
export const fakeMedia = [
  '--use-fake-device-for-media-stream=device-count=4',
  '--use-fake-ui-for-media-stream',
  '--allow-loopback-in-peer-connection',
];
const allowed: BrowserContextOptions = { permissions: ['microphone', 'camera'] };

/** Keeps each peer connection of a page, so that a test can ask what it has counted. */
const keepPeers = () => {
  const kept: RTCPeerConnection[] = [];
  Object.assign(globalThis, { keptPeers: kept });
  const Native = RTCPeerConnection;
  globalThis.RTCPeerConnection = class extends Native {
    constructor(...given: ConstructorParameters<typeof Native>) {
      super(...given);
      kept.push(this);
    }
  };
};

/** Somebody's browser. */
export interface CallPerson {
  readonly context: BrowserContext;
  readonly page: Page;
  /** Everything that its pages complained about. */
  readonly errors: readonly string[];
}

/** Signs somebody in, and resolves when the page at `path` is a device that rings. */
export async function openCallPage(
  browser: Browser,
  {
    url,
    path,
    options = {},
    signIn: enter,
  }: {
    readonly url: string;
    readonly path: string;
    readonly options?: BrowserContextOptions;
    readonly signIn: (page: Page) => Promise<unknown>;
  },
): Promise<CallPerson> {
  const context = await newContext(browser, { ...allowed, ...options });
  const errors = watchErrors(context);
  await context.addInitScript(keepPeers);
  const page = await context.newPage();
  await enter(page);
  await openAt(page, `${url}${path}`);
  return { context, page, errors };
}

interface DemoCallPage {
  readonly url: string;
  readonly memberId: string;
  /** Whose it is: what stands before the @. */
  readonly name: string;
  /** Of the member's. */
  readonly screen: string;
  readonly options?: BrowserContextOptions;
}

/** The same of somebody of the demonstration, at one of the member's screens. */
export const openDemoCallPage = (browser: Browser, { url, memberId, name, screen, options = {} }: DemoCallPage): Promise<CallPerson> =>
  openCallPage(browser, {
    ...{ url, path: `/patient/${memberId}/${screen}`, options },
    signIn: (page) => signIn(page, url, `${name}@demo.example`),
  });

/** The demonstration's nurse and member, each in a browser of their own. */
export async function openNurseAndMember({ url }: Pick<RunningServer, 'url'>, [ofNurse, ofMember]: readonly Browser[]) {
  if (!ofNurse || !ofMember) throw new Error('There are not two browsers.');
  const memberId = demoMemberId();
  const nurse = await openDemoCallPage(ofNurse, { url, memberId, name: 'nurse', screen: 'team' });
  return { nurse, member: await openDemoCallPage(ofMember, { url, memberId, name: 'member', screen: 'privacy' }) };
}

/** Opens a page, and resolves when it is a device that rings. */
export async function openAt(page: Page, address: string): Promise<void> {
  const ready = page
    .waitForEvent('websocket')
    .then((socket) => socket.waitForEvent('framereceived', { predicate: ({ payload }) => /^43\d+\[\{"call":/.test(String(payload)) }));
  await page.goto(address);
  await ready;
}

/** Neither the phone of the header nor what stands below a call that is over. */
export const callButton = /^Call (?!with|again)/;
export const callWindow = (page: Page) => page.locator('[data-call-window]');
export const ring = (page: Page) => page.getByRole('alertdialog');
export const says = (page: Page, text: string | RegExp) => callWindow(page).getByText(text).first().waitFor({ timeout: 30_000 });
export const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click();

interface Counted {
  readonly audio: number;
  readonly video: number;
}
/** Bytes that a page has received and could use: samples of sound that were played, and pictures that were decoded. */
const counted = (page: Page): Promise<Counted> =>
  page.evaluate(async () => {
    const { keptPeers } = globalThis as unknown as { keptPeers: RTCPeerConnection[] };
    const sums = { audio: 0, video: 0 };
    const report = await keptPeers.at(-1)?.getStats();
    report?.forEach((one: { type: string; kind: 'audio' | 'video'; bytesReceived: number }) => {
      if (one.type === 'inbound-rtp') sums[one.kind] += one.bytesReceived;
    });
    return sums;
  });

/** Resolves when more of it has arrived at a page than before. */
export async function flows(page: Page, kind: keyof Counted): Promise<void> {
  const { [kind]: before } = await counted(page);
  await until(`more ${kind} arrives`, async () => (await counted(page))[kind] > before, 20);
}

/** The way that a page's call takes now: of which kind its two ends are, and where its own is. */
interface Way {
  readonly local: unknown;
  readonly remote: unknown;
  readonly address: unknown;
  readonly port: unknown;
}
export const wayOf = (page: Page): Promise<Way> =>
  page.evaluate(async () => {
    const { keptPeers } = globalThis as unknown as { keptPeers: RTCPeerConnection[] };
    const report = await keptPeers.at(-1)?.getStats();
    const all: Record<string, unknown>[] = [];
    report?.forEach((one) => void all.push(one));
    const byId = (id: unknown) => all.find((one) => one.id === id) ?? {};
    const pair = byId(all.find(({ type }) => type === 'transport')?.selectedCandidatePairId);
    const [local, remote] = [byId(pair.localCandidateId), byId(pair.remoteCandidateId)];
    return { local: local.candidateType, remote: remote.candidateType, address: local.address, port: local.port };
  });
