import { expect, test } from 'vitest';
import { createTurns } from './turns.ts';

/** Work that holds the event loop for a good while each time before it asks for its turn. */
async function work(pieces: number, onPiece: () => void): Promise<void> {
  const turn = createTurns();
  for (let piece = 0; piece < pieces; piece += 1) {
    const until = performance.now() + 7;
    while (performance.now() < until);
    onPiece();
    await turn();
  }
}

test('of much long work one piece is done in each round of the event loop', async () => {
  let pieces = 0;
  const works = Array.from({ length: 8 }, () => work(4, () => pieces++));
  // The first pieces are done at once; from then on what is short has a turn after each.
  const perRound: number[] = [];
  while (pieces < 32) {
    const before = pieces;
    await new Promise(setImmediate);
    perRound.push(pieces - before);
  }
  await Promise.all(works);
  expect(Math.max(...perRound)).toBe(1);
  expect(perRound.reduce((sum, count) => sum + count, 0)).toBe(24);
});

test('short work does not wait', async () => {
  const turn = createTurns();
  let isThrough = false;
  void Promise.resolve()
    .then(() => turn())
    .then(() => {
      isThrough = true;
    });
  for (let tick = 0; tick < 10; tick += 1) await null;
  expect(isThrough).toBe(true);
});
