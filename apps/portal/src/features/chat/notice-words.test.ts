import './messages.ts';
import i18next from 'i18next';
import { expect, test } from 'vitest';
import { noticeWords } from './notice-words.ts';

const times = { full: (ms: number) => `at ${ms}` } as Parameters<typeof noticeWords>[2];
const t = i18next.getFixedT('en', 'chat');

test.each([
  [{ type: 'call_ended', name: 'Nora', time: 20_000 }, 'Call from Nora ended after less than a minute.'],
  [{ type: 'call_ended', name: 'Nora', time: 60_000 }, 'Call from Nora ended after 1 minute.'],
  [{ type: 'call_ended', name: 'Nora', time: 150_000 }, 'Call from Nora ended after 3 minutes.'],
  [{ type: 'call_ended', name: null, time: null }, 'Call from Somebody ended.'],
  [{ type: 'call_missed', name: 'Nora', time: null }, 'Missed call from Nora.'],
  [{ type: 'appointment_booked', name: null, time: 5 }, 'Appointment booked: at 5.'],
  [{ type: 'appointment_booked', name: null, time: null }, 'Appointment booked: at a time that is not known.'],
] as const)('%j is said as "%s"', (notice, words) => {
  expect(noticeWords(t, notice, times)).toBe(words);
});
