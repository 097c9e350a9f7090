import { blob } from '@vigil/contract';
import { mostChatFileBytes } from '@vigil/contract/blob.values';
import { mostMessageFiles } from '@vigil/contract/chat.values';
import { ApiError } from '@vigil/contract/client';
import { useSyncExternalStore } from 'react';
import { call } from '#lib/api.ts';
import type { SentFile } from '#lib/chat/chat-provider.ts';
import { connection } from '#lib/connection.ts';
import { session, tokens } from '#lib/session/session.ts';
import { signedInHint } from '#lib/session/sign-out.ts';
import { createStore } from '#lib/store.ts';
import { uploadFile } from '#lib/upload-file.ts';

/** A file that stands beside the text of a message that is being written. */
export interface Attachment {
  /** Also the client's id of its upload, so that one that is tried again is one file. */
  readonly id: string;
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  /** `waiting`: it goes on its way by itself, once there is a connection and its turn has come. `failed`: somebody has to do something. */
  readonly state: 'waiting' | 'uploading' | 'done' | 'failed';
  /** Bytes that have left. */
  readonly sent: number;
  /** Why it is not there, where something went wrong. */
  readonly failure: ApiError | null;
  readonly uploaded: SentFile | null;
  /** Null of one that was uploaded before this page was loaded. */
  readonly file: File | null;
}

/** Why a file was not taken. */
export interface Refusal {
  readonly name: string;
  readonly why: 'tooMany' | 'tooLarge' | 'empty';
}

export interface Attached {
  readonly attachments: readonly Attachment[];
  readonly refusals: readonly Refusal[];
  /** The message goes as soon as every file is there. */
  readonly isAwaited: boolean;
}

const nothing: Attached = { attachments: [], refusals: [], isAwaited: false };
/** Uploads at the same time: the others of the connections to a server are for what people wait for. */
const atOnce = 2;
/** Between tries without an answer. Milliseconds. */
const againMs = 5_000;

/** By person and conversation, for as long as the tab lives: a file can be kept nowhere else. */
const store = createStore<Readonly<Record<string, Attached>>>({});
const underWay = new Map<string, AbortController>();
/** What is done with a message's files once all are there. */
const awaiting = new Map<string, (files: readonly Attachment[]) => void>();
/** What could not be sent a moment ago. */
const resting = new Set<string>();

const keyOf = (conversationId: string): string => {
  const { userId, tenant } = session.get() ?? {};
  return `${tenant?.tenant_ID} ${userId} ${conversationId}`;
};
const held = (key: string): Attached => store.get()[key] ?? nothing;
const put = (key: string, next: Partial<Attached>) => store.set({ ...store.get(), [key]: { ...held(key), ...next } });
const attachedTo = (conversationId: string): Attached => held(keyOf(conversationId));

export const useAttached = (conversationId: string): Attached => useSyncExternalStore(store.subscribe, () => attachedTo(conversationId));

/** Takes files into the message, and sends each on its way. What cannot be sent is named with the reason. */
export function attach(conversationId: string, files: Iterable<File>): void {
  const key = keyOf(conversationId);
  const attachments = [...held(key).attachments];
  const refusals: Refusal[] = [];
  for (const file of files) {
    const { name, size } = file;
    const refuse = (why: Refusal['why']) => refusals.push({ name, why });
    if (size === 0) refuse('empty');
    else if (size > mostChatFileBytes) refuse('tooLarge');
    else if (attachments.length >= mostMessageFiles) refuse('tooMany');
    else attachments.push({ ...{ id: crypto.randomUUID(), name, size, file, state: 'waiting' }, sent: 0, failure: null, uploaded: null });
  }
  put(key, { attachments, refusals });
  uploadNext();
}

/** Takes files back that were uploaded for a message that could not be sent. */
export function attachAgain(conversationId: string, files: readonly (SentFile & Pick<Attachment, 'name' | 'size'>)[]): void {
  const again = files.map(
    ({ name, size, ...uploaded }): Attachment => ({
      ...{ id: uploaded.fileId, name, size, file: null, state: 'done', sent: size, failure: null, uploaded },
    }),
  );
  put(keyOf(conversationId), { attachments: again, refusals: [] });
}

/** Leaves a file out: its upload ends, and what was uploaded is removed. */
export function detach(conversationId: string, id: string): void {
  const key = keyOf(conversationId);
  const gone = held(key).attachments.find((one) => one.id === id);
  put(key, { attachments: held(key).attachments.filter((one) => one.id !== id) });
  underWay.get(id)?.abort();
  if (gone?.uploaded) void removeUploaded(gone.uploaded.fileId);
  settle(key);
}

/** What nobody sent is removed by the server as well, later; a failure here loses nothing. */
async function removeUploaded(fileId: string): Promise<void> {
  const { userId, tenant } = session.get() ?? {};
  if (userId === undefined || tenant === undefined) return;
  await call(blob.removeFile, { params: { tenantId: tenant.tenant_ID, userId, fileId } }, { quiet: true }).catch(() => undefined);
}

export function uploadAgain(conversationId: string, id: string): void {
  change(keyOf(conversationId), id, { state: 'waiting', failure: null, sent: 0 });
  uploadNext();
}

/** Hands the files over as soon as all are there, and empties the field of them. Where one fails it is not done at all. */
export function onceUploaded(conversationId: string, send: (files: readonly Attachment[]) => void): void {
  const key = keyOf(conversationId);
  awaiting.set(key, send);
  put(key, { isAwaited: true, refusals: [] });
  settle(key);
}

export function stopAwaiting(conversationId: string): void {
  const key = keyOf(conversationId);
  awaiting.delete(key);
  put(key, { isAwaited: false });
}

function settle(key: string): void {
  const { attachments, isAwaited } = held(key);
  if (!isAwaited) return;
  const send = awaiting.get(key);
  const hasFailed = attachments.some(({ state }) => state === 'failed');
  if (!hasFailed && attachments.some(({ state }) => state !== 'done')) return;
  awaiting.delete(key);
  if (!hasFailed) send?.(attachments);
  put(key, hasFailed ? { isAwaited: false } : nothing);
}

function change(key: string, id: string, next: Partial<Attachment>): void {
  put(key, { attachments: held(key).attachments.map((one) => (one.id === id ? { ...one, ...next } : one)) });
}

/** In the order in which they were taken, a few at a time. */
function uploadNext(): void {
  if (connection.get() === 'offline') return;
  for (const [key, { attachments }] of Object.entries(store.get()))
    for (const { id, state, file } of attachments)
      if (state === 'waiting' && file && !resting.has(id) && !underWay.has(id) && underWay.size < atOnce) void uploadOne(key, id, file);
}

async function uploadOne(key: string, id: string, file: File): Promise<void> {
  const ending = new AbortController();
  const { signal } = ending;
  underWay.set(id, ending);
  change(key, id, { state: 'uploading', sent: 0, failure: null });
  try {
    const { id: fileId, url } = await uploadFile(file, { clientId: id, signal, onProgress: (sent) => change(key, id, { sent }) });
    if (signal.aborted) void removeUploaded(fileId);
    change(key, id, { state: 'done', sent: file.size, uploaded: { fileId, url } });
  } catch (reason) {
    if (!signal.aborted) fail(key, id, reason instanceof ApiError ? reason : new ApiError(0, 'unreachable', String(reason)));
  } finally {
    underWay.delete(id);
    settle(key);
    uploadNext();
  }
}

function fail(key: string, id: string, failure: ApiError): void {
  const delayMs = delayOf(failure);
  change(key, id, { state: delayMs === null ? 'failed' : 'waiting', failure, sent: 0 });
  if (delayMs === null) return;
  resting.add(id);
  setTimeout(() => {
    resting.delete(id);
    uploadNext();
  }, delayMs);
}

/** After how long it is tried again by itself; null where trying again changes nothing. Milliseconds. */
function delayOf({ status, retryAfterSeconds }: ApiError): number | null {
  if (status === 429) return (retryAfterSeconds ?? 10) * 1000;
  return [0, 502, 503, 504].includes(status) ? againMs : null;
}

/** A page that is left by the person's own hand takes its files with it; a session that ends must not be held up by that. */
addEventListener('beforeunload', (event) => {
  const { userId, tenant } = session.get() ?? {};
  if (tokens.get() === null || localStorage.getItem(signedInHint) === null) return;
  const own = `${tenant?.tenant_ID} ${userId} `;
  if (Object.entries(store.get()).some(([key, { attachments }]) => key.startsWith(own) && attachments.length > 0)) event.preventDefault();
});

connection.subscribe(() => {
  if (connection.get() !== 'answering') return;
  resting.clear();
  uploadNext();
});
