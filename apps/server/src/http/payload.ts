import type { Endpoint } from '@vigil/contract';
import { createTurns } from '#platform/turns.ts';
import { answerCheckOf } from './answer-check.ts';
import { decodeBody } from './body-kinds.ts';
import { checkInput } from './validation.ts';

/** The body of a call as its handler is given it: decoded, and checked against the contract. In whatever process. */
export function readPayload(endpoint: Endpoint, bytes: Buffer): unknown {
  const decoded = decodeBody(endpoint.bodyKind ?? 'json', bytes);
  return endpoint.body ? checkInput(endpoint.body, decoded, 'body') : decoded;
}

/** Items of a list that are checked and written at once: a few milliseconds' worth of the largest. */
const itemsAtOnce = 1_000;

/**
 * The JSON of an answer, checked against the contract; undefined where there is nothing to say. Long lists are written
 * piece by piece, and others get their turn between the pieces.
 */
export function payloadWriterOf(endpoint: Endpoint): (answer: unknown) => Promise<string | Buffer | undefined> {
  const check = answerCheckOf(endpoint);
  return async (answer) => {
    if (Array.isArray(answer) && answer.length > itemsAtOnce) return writeList(answer, (items) => check(items) as unknown[]);
    const checked = check(answer);
    return checked === undefined ? undefined : JSON.stringify(checked);
  };
}

async function writeList(list: readonly unknown[], check: (items: unknown[]) => unknown[]): Promise<Buffer> {
  const turn = createTurns();
  const pieces: Buffer[] = [];
  for (let from = 0; from < list.length; from += itemsAtOnce) {
    const text = JSON.stringify(check(list.slice(from, from + itemsAtOnce)));
    pieces.push(Buffer.from(`${from === 0 ? '[' : ','}${text.slice(1, -1)}`));
    await turn();
  }
  pieces.push(Buffer.from(']'));
  return Buffer.concat(pieces);
}
