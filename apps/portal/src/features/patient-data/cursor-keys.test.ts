import type { KeyboardEvent } from 'react';
import { expect, test } from 'vitest';
import { createInteraction } from '#charts/interaction.ts';
import { cursorKeys } from './cursor-keys.ts';

const month = { from: 0, to: 30 * 86_400 };

test('arrows step onto every weight of a month, and on from it', () => {
  const weights = [5, 6, 7, 8, 9].map((day) => day * 86_400 + 31_234);
  const interaction = createInteraction();
  const press = cursorKeys(interaction, month, weights, () => undefined);
  const region = document.createElement('section');
  const seen: (number | null)[] = [];
  interaction.cursor.set(0);
  for (let presses = 0; presses < 120; presses++) {
    press({ key: 'ArrowRight', target: region, currentTarget: region, preventDefault: () => undefined } as unknown as KeyboardEvent);
    seen.push(interaction.cursor.get());
  }
  expect(seen).toEqual(expect.arrayContaining(weights));
  expect(seen.at(-1)).toBeGreaterThan(weights.at(-1) ?? 0);
});

test.each([
  ['Home', month.from],
  ['End', month.to],
])('%s leads to that end of what is on screen', (key, at) => {
  const interaction = createInteraction();
  const region = document.createElement('section');
  const press = cursorKeys(interaction, month, [], () => undefined);
  press({ key, target: region, currentTarget: region, preventDefault: () => undefined } as unknown as KeyboardEvent);
  expect(interaction.cursor.get()).toBe(at);
});
