import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import type { Endpoint } from '@vigil/contract';
import type { Encoding } from '#platform/accept-encoding.ts';
import { createTurns } from '#platform/turns.ts';
import { answerCheckOf } from './answer-check.ts';
import { decodeBody } from './body-kinds.ts';
import { createCompressor } from './compression.ts';
import { checkInput } from './validation.ts';

/** The body of a call as its handler is given it: decoded, and checked against the contract. In whatever process. */
export function readPayload(endpoint: Endpoint, bytes: Buffer): unknown {
  const decoded = decodeBody(endpoint.bodyKind ?? 'json', bytes);
  return endpoint.body ? checkInput(endpoint.body, decoded, 'body') : decoded;
}

/** A longer list is checked and written piece by piece. */
const longList = 1_000;
/** Items of a list that are checked and written at once: a few milliseconds' worth of the largest. */
const itemsAtOnce = 200;

export interface Payload {
  readonly content: string | Buffer;
  /** How it has been compressed already. */
  readonly encoding?: Encoding;
}

/**
 * The JSON of an answer, checked against the contract; undefined where there is nothing to say. Long lists are written and compressed
 * piece by piece, and others get their turn between the pieces.
 */
export function payloadWriterOf(endpoint: Endpoint): (answer: unknown, encoding: Encoding | null) => Promise<Payload | undefined> {
  const check = answerCheckOf(endpoint);
  return async (answer, encoding) => {
    if (Array.isArray(answer) && answer.length > longList) {
      const pieces = piecesOf(answer, (items) => check(items) as unknown[]);
      return encoding ? { content: await packed(pieces, encoding), encoding } : { content: await buffer(pieces) };
    }
    const checked = check(answer);
    return checked === undefined ? undefined : { content: JSON.stringify(checked) };
  };
}

async function* piecesOf(list: readonly unknown[], check: (items: unknown[]) => unknown[]): AsyncGenerator<Buffer> {
  const turn = createTurns();
  for (let from = 0; from < list.length; from += itemsAtOnce) {
    const text = JSON.stringify(check(list.slice(from, from + itemsAtOnce)));
    yield Buffer.from(`${from === 0 ? '[' : ','}${text.slice(1, -1)}`);
    await turn();
  }
  yield Buffer.from(']');
}

async function packed(pieces: AsyncGenerator<Buffer>, encoding: Encoding): Promise<Buffer> {
  let content: Buffer = Buffer.alloc(0);
  await pipeline(pieces, createCompressor(encoding), async (compressed) => {
    content = await buffer(compressed);
  });
  return content;
}
