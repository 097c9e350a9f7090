import { expect, it } from 'vitest';
import { type Granularity, granularityOfRange } from './granularity.ts';

it.each<[number, Granularity]>([
  [1 / 24, 'HOURLY'],
  [1, 'HOURLY'],
  [2, 'HOURLY'],
  [3, 'DAILY'],
  [7, 'DAILY'],
  [28, 'DAILY'],
  [30, 'DAILY'],
  [90, 'DAILY'],
  [93, 'DAILY'],
  [120, 'WEEKLY'],
  [364, 'WEEKLY'],
  [365, 'MONTHLY'],
  [3_650, 'MONTHLY'],
])('%s days are asked for %s', (days, granularity) => expect(granularityOfRange(days * 86_400)).toBe(granularity));
