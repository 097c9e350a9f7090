import { expect, test } from 'vitest';
import { sizeLabel } from './size-label.ts';

test.each([
  [0, '0 bytes'],
  [999, '999 bytes'],
  [1_000, '1 KB'],
  [999_999, '999 KB'],
  [1_000_000, '1 MB'],
  [2_097_152, '2 MB'],
  [25_340_000, '25.3 MB'],
])('%i bytes are labelled %s', (bytes, label) => expect(sizeLabel(bytes, 'en')).toBe(label));

test('a decimal is written as the person writes it', () => expect(sizeLabel(1_500_000, 'es')).toBe('1,5 MB'));
