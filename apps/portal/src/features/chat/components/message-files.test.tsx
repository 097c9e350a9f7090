import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, configure, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ChatFile, ChatMessage } from '@vigil/contract/chat.contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { i18next } from '#lib/i18n.ts';
import { queryClient } from '#lib/query.ts';
import { session, tokens } from '#lib/session/session.ts';
import '../messages.ts';
import type { OfficeFile, OfficeFileAnswer } from '../preview/office-file.ts';
import { officeText } from '../preview/office-text.ts';
import { docxFile, officeTypes } from '../preview/testing/office-files.ts';
import { MessageFiles } from './message-files.tsx';

// The first test compiles MUI on the way; a busy machine takes its time for that.
configure({ asyncUtilTimeout: 15_000 });
vi.setConfig({ testTimeout: 60_000 });

const id = (n: number) => `11111111-1111-4111-8111-${String(n).padStart(12, '0')}`;
const place = `/chat/api/v1/conversations/${id(1)}/messages/${id(2)}/files/`;
const fileOf = (n: number, over: Partial<ChatFile> = {}): ChatFile => ({
  ...{ fileId: id(n), url: `${place}${id(n)}`, type: 'image/jpeg', kind: 'image', name: `picture-${n}.jpg`, size: 2_000_000 },
  ...{ widthPx: 1_600, heightPx: 1_200, state: 'ready', thumbnailUrl: `${place}${id(n)}/thumbnail` },
  ...over,
});
const video = (over: Partial<ChatFile> = {}) =>
  fileOf(20, { kind: 'video', type: 'video/mp4', name: 'walk.mp4', thumbnailUrl: null, widthPx: null, heightPx: null, ...over });
const audio = fileOf(21, { kind: 'audio', type: 'audio/mpeg', name: 'cough.mp3', thumbnailUrl: null });
const document_ = (type: string, over: Partial<ChatFile> = {}) =>
  fileOf(22, { kind: 'document', type, name: 'paper', thumbnailUrl: null, ...over });

let asked: { method: string; path: string; token: string | null }[];
let answers: Record<string, () => Response | Promise<Response>>;
let made: number;
let revoked: string[];
let plays: { element: HTMLMediaElement; muted: boolean }[];
let pauses: HTMLMediaElement[];

beforeEach(() => {
  [asked, answers, made, revoked, plays, pauses] = [[], {}, 0, [], [], []];
  queryClient.clear();
  queryClient.setDefaultOptions({ queries: { retry: false } });
  tokens.set({ accessToken: 'access', idToken: 'id', expiresAt: Date.now() / 1000 + 900 });
  session.set({ userId: id(9), tenant: { tenant: 'demo', tenant_ID: 't', role_ID: 'nurse', roles: ['nurse'] }, severalTenants: false });
  Object.assign(URL, {
    createObjectURL: () => {
      made += 1;
      return `blob:${made}`;
    },
    revokeObjectURL: (url: string) => revoked.push(url),
  });
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockImplementation(async function play(this: HTMLMediaElement) {
    plays.push({ element: this, muted: this.muted });
    fireEvent.play(this);
  });
  vi.spyOn(HTMLMediaElement.prototype, 'pause').mockImplementation(function pause(this: HTMLMediaElement) {
    pauses.push(this);
  });
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  vi.stubGlobal('fetch', async (address: string, { method = 'GET', headers }: RequestInit) => {
    const path = new URL(address, location.href).pathname;
    asked.push({ method, path, token: new Headers(headers).get('authorization') });
    const found = Object.keys(answers).find((end) => path.endsWith(end));
    if (found !== undefined) return (answers[found] as () => Response | Promise<Response>)();
    if (path.endsWith('/in-page')) return Response.json({ url: path.replace('/in-page', ''), expiresAt: Date.now() + 600_000 });
    return new Response('bytes');
  });
});
afterEach(async () => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  await i18next.changeLanguage('en');
});

const show = (files: ChatFile[], isOwn = false) =>
  render(
    <QueryClientProvider client={queryClient}>
      <MessageFiles message={{ conversationId: id(1), messageId: id(2), files } as ChatMessage} isOwn={isOwn} />
    </QueryClientProvider>,
  );
const failing = (status: number, code: string) => () => Response.json({ error: { code, message: 'In English.' } }, { status });

test('a picture is fetched with the token, small first; it opens large, turns with the keys, and Escape leads back; what was made is let go', async () => {
  const { unmount } = show([fileOf(3), document_('text/plain'), fileOf(4)]);
  const small = await screen.findByRole('button', { name: 'Open the picture picture-3.jpg' });
  await waitFor(() => expect(small.querySelector('img')?.getAttribute('src')).toMatch(/^blob:/));
  expect(asked.map(({ path, token }) => [path.split('/').at(-1), token])).toEqual([
    ['thumbnail', 'Bearer access'],
    ['thumbnail', 'Bearer access'],
  ]);
  small.focus();
  await userEvent.keyboard('{Enter}');
  expect((await screen.findByRole('img', { name: 'Picture picture-3.jpg' })).getAttribute('src')).toMatch(/^blob:/);
  expect(screen.getByText('2 MB · 1 of 2')).toBeTruthy();
  await userEvent.keyboard('{ArrowRight}');
  expect(await screen.findByRole('img', { name: 'Picture picture-4.jpg' })).toBeTruthy();
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(document.activeElement).toBe(small);
  unmount();
  expect(new Set(revoked).size).toBe(made);
});

test.each([
  ['checking', false, /Being checked for malware/],
  ['waiting', false, /cannot be checked for malware at the moment/],
  ['infected', false, /Malware was found in this file. It is locked away, and nobody can open it.$/],
  ['infected', true, /Have the device checked/],
] as const)('a file that is %s says so in words, and nothing of it is asked for', (state, isOwn, words) => {
  show([fileOf(3, { state }), video({ state })], isOwn);
  expect(screen.getAllByText(words)).toHaveLength(2);
  expect([screen.queryByRole('button'), asked]).toEqual([null, []]);
});

test('what is no longer there, and what may not be opened any more, is said in the reader’s language', async () => {
  answers = { thumbnail: failing(404, 'not_found') };
  const { unmount } = show([fileOf(3)]);
  expect(await screen.findByText('This file is no longer there.')).toBeTruthy();
  unmount();
  await i18next.changeLanguage('es');
  answers = { 'in-page': failing(403, 'no_access_to_user') };
  show([document_('application/zip')]);
  await userEvent.click(screen.getByRole('button', { name: 'Guardar' }));
  expect(await screen.findByText('Ya no puede abrir este archivo.')).toBeTruthy();
});

test('a video plays without sound for as long as the pointer is over it, at an address without a secret', async () => {
  show([video()]);
  expect(asked).toEqual([]);
  const stage = screen.getByRole('button', { name: 'Play walk.mp4' }).parentElement as HTMLElement;
  fireEvent.pointerEnter(stage, { pointerType: 'mouse' });
  await waitFor(() => expect(plays.map(({ muted }) => muted)).toEqual([true]));
  expect(plays[0]?.element.getAttribute('src')).toBe(`${place}${id(20)}`);
  fireEvent.pointerLeave(stage, { pointerType: 'mouse' });
  expect(pauses).toContain(plays[0]?.element);
});

test('with reduced motion a video plays only when it is pressed, and then with its sound', async () => {
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: query.includes('reduced-motion') }));
  show([video()]);
  const button = screen.getByRole('button', { name: 'Play walk.mp4' });
  fireEvent.pointerEnter(button.parentElement as HTMLElement, { pointerType: 'mouse' });
  await act(async () => undefined);
  expect([plays, asked]).toEqual([[], []]);
  await userEvent.click(button);
  await waitFor(() => expect(plays.map(({ muted }) => muted)).toEqual([false]));
});

test('one medium plays at a time; full screen is refused in the specified words where there is none', async () => {
  show([video(), audio]);
  await userEvent.click(screen.getByRole('button', { name: 'Play walk.mp4' }));
  await waitFor(() => expect(plays).toHaveLength(1));
  await userEvent.click(screen.getByRole('button', { name: 'Play cough.mp3' }));
  await waitFor(() => expect(plays).toHaveLength(2));
  expect(pauses.at(-1)).toBe(plays[0]?.element);
  await userEvent.click(screen.getByRole('button', { name: 'Full screen' }));
  expect(await screen.findByText('This browser does not support full screen mode')).toBeTruthy();
});

test('a medium whose leave has run out goes on where it was; one that the browser cannot play says so', async () => {
  answers = { 'in-page': () => Response.json({ url: `${place}${id(20)}`, expiresAt: Date.now() - 1 }) };
  show([video()]);
  await userEvent.click(screen.getByRole('button', { name: 'Play walk.mp4' }));
  await waitFor(() => expect(plays).toHaveLength(1));
  const element = plays[0]?.element as HTMLMediaElement;
  element.currentTime = 7;
  answers = {};
  fireEvent.error(element);
  await waitFor(() => expect(plays).toHaveLength(2));
  expect(element.currentTime).toBe(7);
  fireEvent.error(element);
  expect(await screen.findByText('This browser cannot play it. Save it to open it.')).toBeTruthy();
});

test.each([
  [24_999_999, false],
  [25_000_000, true],
])('a document of %i bytes is refused for its size: %s', async (size, isRefused) => {
  show([document_('text/plain', { size })]);
  await userEvent.click(screen.getByRole('button', { name: 'Preview' }));
  if (isRefused) expect((await screen.findByRole('alert')).textContent).toBe('This file is too large to preview');
  else expect(await screen.findByRole('dialog', { name: 'paper' })).toBeTruthy();
  await waitFor(() => expect(asked).toHaveLength(isRefused ? 0 : 1));
});

test('a text is shown as text, whatever it holds', async () => {
  answers = { [id(22)]: () => new Response('<b>132/84</b>\nnext line') };
  show([document_('text/plain', { size: 30 })]);
  await userEvent.click(screen.getByRole('button', { name: 'Preview' }));
  const dialog = await screen.findByRole('dialog', { name: 'paper' });
  await waitFor(() => expect(dialog.textContent).toContain('<b>132/84</b>\nnext line'));
});

test('a PDF stands in a frame from the page’s memory, where the browser shows it; else it is offered to be saved', async () => {
  Object.defineProperty(navigator, 'pdfViewerEnabled', { configurable: true, value: true });
  show([document_('application/pdf', { size: 3_000 })]);
  await userEvent.click(screen.getByRole('button', { name: 'Preview' }));
  await waitFor(() => expect(document.querySelector('iframe')?.getAttribute('src')).toMatch(/^blob:/));
  cleanup();
  Object.defineProperty(navigator, 'pdfViewerEnabled', { configurable: true, value: false });
  show([document_('application/pdf', { size: 3_000 })]);
  await userEvent.click(screen.getByRole('button', { name: 'Preview' }));
  expect(await screen.findByText('This browser shows no PDF inside a page. Save it to read it.')).toBeTruthy();
  Reflect.deleteProperty(navigator, 'pdfViewerEnabled');
});

test('a workbook has no preview, in which days would read as numbers, and is saved', () => {
  show([document_('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')]);
  expect(screen.queryByRole('button', { name: 'Preview' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Save' })).toBeTruthy();
});

test('the words of an office file are read apart from the page; one that cannot be read says so', async () => {
  vi.stubGlobal('Worker', WorkerInPage);
  answers = { [id(22)]: async () => new Response(await docxFile('<w:p><w:r><w:t>Walk 20 minutes</w:t></w:r></w:p>')) };
  const { unmount } = show([document_(officeTypes.docx, { size: 3_000 })]);
  await userEvent.click(screen.getByRole('button', { name: 'Preview' }));
  expect(await screen.findByText('Walk 20 minutes')).toBeTruthy();
  unmount();
  queryClient.clear();
  answers = {};
  show([document_(officeTypes.odt, { size: 3_000 })]);
  await userEvent.click(screen.getByRole('button', { name: 'Preview' }));
  expect(await screen.findByText('It cannot be shown here. Save it to open it.')).toBeTruthy();
  expect(WorkerInPage.running).toBe(0);
});

/** jsdom has no workers: this one does the same work in the page. */
class WorkerInPage {
  static running = 0;
  onmessage: ((event: { data: OfficeFileAnswer }) => void) | null = null;
  constructor() {
    WorkerInPage.running += 1;
  }
  postMessage({ type, bytes }: OfficeFile) {
    const answer = (shown: OfficeFileAnswer['shown']) => this.onmessage?.({ data: { shown } });
    officeText(type, bytes).then(answer, () => answer(null));
  }
  terminate() {
    WorkerInPage.running -= 1;
  }
}
