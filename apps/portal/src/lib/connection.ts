import { createStore } from './store.ts';

/** `offline`: this device has no network. `silent`: it has one, and the server does not answer. */
export type Connection = 'answering' | 'offline' | 'silent';

let answeredAt: number | null = null;

/** When the server last answered; Unix milliseconds, null if it has not yet. */
export const lastAnswerAt = (): number | null => answeredAt;

/** How the portal and the server hear each other, as the last call showed it. */
export const connection = createStore<Connection>(navigator.onLine ? 'answering' : 'offline');

addEventListener('offline', () => connection.set('offline'));
addEventListener('online', () => connection.set('answering'));

/** A call was answered, be it with a refusal. One that was on its way when the network went does not bring it back. */
export function noteAnswer(): void {
  answeredAt = Date.now();
  connection.set(navigator.onLine ? 'answering' : 'offline');
}

/** No answer came to a call. */
export function noteSilence(): void {
  connection.set(navigator.onLine ? 'silent' : 'offline');
}
