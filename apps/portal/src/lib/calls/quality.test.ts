import { expect, test } from 'vitest';
import { qualityBetween, type Sample, sampleOf } from './quality.ts';

const before: Sample = {
  ...{ audioPacketsReceived: 100, audioPacketsLost: 10, audioBytesReceived: 9_000, heard: 100, roundTripMs: 20, jitterMs: 2 },
};
const after = (received: number, lost: number, more: Partial<Sample> = {}): Sample => ({
  ...before,
  ...{ audioPacketsReceived: 100 + received, audioPacketsLost: 10 + lost },
  ...more,
});

test.each([
  ['nothing lost', after(50, 0), 'good'],
  ['1 of 50 lost', after(49, 1), 'good'],
  ['3 of 50 lost', after(47, 3), 'fair'],
  ['8 of 50 lost', after(42, 8), 'poor'],
  ['400 ms there and back', after(50, 0, { roundTripMs: 400 }), 'fair'],
  ['a second there and back', after(50, 0, { roundTripMs: 1_000 }), 'poor'],
  ['40 ms of jitter', after(50, 0, { jitterMs: 40 }), 'fair'],
  ['what the browser does not tell is not held against it', after(50, 0, { roundTripMs: null, jitterMs: null }), 'good'],
  ['late packets that were counted as lost', after(50, -2), 'good'],
  ['nothing arrives', after(0, 0), 'silent'],
  ['counted from nothing again', after(-80, 0), 'unknown'],
] as const)('%s', (_name, now, quality) => {
  expect(qualityBetween(before, now)).toBe(quality);
});

test('one sample says nothing', () => expect(qualityBetween(null, before)).toBe('unknown'));

test('a report of the browser: sound, picture and the way in use, and no other', () => {
  const report = new Map<string, object>([
    ['a', { type: 'inbound-rtp', kind: 'audio', packetsReceived: 10, packetsLost: 2, bytesReceived: 800, jitter: 0.004 }],
    ['v', { type: 'inbound-rtp', kind: 'video', packetsReceived: 30, packetsLost: 9, bytesReceived: 9_000 }],
    ['p', { type: 'candidate-pair', nominated: true, responsesReceived: 3, currentRoundTripTime: 0.05 }],
    ['q', { type: 'candidate-pair', nominated: false, responsesReceived: 70, currentRoundTripTime: 9 }],
  ]);
  expect(sampleOf(report as unknown as RTCStatsReport)).toEqual({
    ...{ audioPacketsReceived: 10, audioPacketsLost: 2, audioBytesReceived: 800, heard: 43, roundTripMs: 50, jitterMs: 4 },
  });
});
