import { expect, it } from 'vitest';
import { movementTime, type SteppingMinutes } from './movement-time.ts';

const minutes = (overrides: Partial<SteppingMinutes> = {}): SteppingMinutes => ({
  counted: 60,
  stepping: 20,
  active: 5,
  impossible: 0,
  ...overrides,
});

it.each<[string, SteppingMinutes, number | null, number | null, number | null]>([
  ['an hour worn and awake', minutes(), 3_600, 300, 2_400],
  ['half of it asleep or not worn', minutes(), 1_800, 300, 600],
  ['steps without the band known to be worn make no negative rest', minutes(), 600, 300, 0],
  ['no band states', minutes(), null, 300, null],
  ['nothing walked, and said so', minutes({ stepping: 0, active: 0 }), 3_600, 0, 3_600],
  ['nothing counted is not nothing walked', minutes({ counted: 0, stepping: 0, active: 0 }), 3_600, null, null],
  ['a count of longer than a minute', minutes({ impossible: 1 }), 3_600, null, null],
])('%s', (_, given, wornAwakeSeconds, activeSeconds, idleSeconds) =>
  expect(movementTime(given, wornAwakeSeconds)).toEqual({ activeSeconds, idleSeconds }),
);
