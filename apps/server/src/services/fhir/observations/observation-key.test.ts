import { expect, test } from 'vitest';
import { observationIdOf, observationKeyOf } from './observation-key.ts';

const key = {
  userId: '3f0c8c38-7f0a-4f7b-9d0e-0123456789ab',
  thing: 'heart_rate',
  source: 'manual',
  kind: 'reading',
  timestampMs: 1_762_164_000_123,
} as const;

test.each([
  key,
  { ...key, thing: 'blood_pressure', kind: 'samples', source: 'imported' } as const,
  { ...key, timestampMs: 946_684_800_000 },
])('an id leads back to what it was made of, and is one that FHIR allows', (one) => {
  expect(observationIdOf(one)).toMatch(/^[A-Za-z0-9.-]{1,64}$/);
  expect(observationKeyOf(observationIdOf(one))).toEqual(one);
});

test('an id names member and metric in no plain words, and differs by each part of the key', () => {
  const ids = [key, { ...key, thing: 'spo2' }, { ...key, source: 'device' }, { ...key, kind: 'samples' }, { ...key, timestampMs: 1 }].map(
    (one) => observationIdOf(one as typeof key),
  );
  expect(new Set(ids).size).toBe(5);
});

test.each(['', 'x', '0'.repeat(50), `${observationIdOf(key)}0`, observationIdOf(key).replace(/^./, 'g'), key.userId])(
  '“%s” is no such id',
  (id) => expect(observationKeyOf(id)).toBeNull(),
);
