import { describe, expect, it } from 'vitest';
import { type Cover, onCallAt, onCallBetween, type Rota } from './rota.ts';

const berlin = 'Europe/Berlin';
const at = (iso: string) => Date.parse(iso) / 1000;
/** Days from 7 to 19, nights from 19 to 7, every day of the week. */
const everyDay: Rota = {
  timeZone: berlin,
  shifts: Array.from({ length: 7 }, (_, index) => index + 1).flatMap((weekday) => [
    { weekday, from: '07:00', to: '19:00', staffId: 'day' },
    { weekday, from: '19:00', to: '07:00', staffId: 'night' },
  ]),
};

describe('who is on call', () => {
  it.each<[string, string, string[], string]>([
    ['by day', '2026-06-10T10:00:00Z', ['day'], '2026-06-10T17:00:00Z'],
    ['at the very end of a shift it is the next', '2026-06-10T17:00:00Z', ['night'], '2026-06-11T05:00:00Z'],
    ['in a night that began yesterday', '2026-06-10T01:00:00Z', ['night'], '2026-06-10T05:00:00Z'],
    ['in the night in which the clocks go forward, which is an hour shorter', '2026-03-29T04:59:59Z', ['night'], '2026-03-29T05:00:00Z'],
    ['from seven of the new time on', '2026-03-29T05:00:00Z', ['day'], '2026-03-29T17:00:00Z'],
    ['in the night in which they go back, an hour longer', '2026-10-25T05:59:59Z', ['night'], '2026-10-25T06:00:00Z'],
  ])('%s', (_, now, userIds, until) => expect(onCallAt(everyDay, [], at(now))).toEqual({ userIds, until: at(until), source: 'shift' }));

  it('is somebody at every minute of the weeks in which the clocks change, one after the other', () => {
    for (const week of ['2026-03-26', '2026-10-22'])
      for (let minute = 0; minute < 7 * 1_440; minute += 10) {
        const { userIds } = onCallAt(everyDay, [], at(`${week}T00:00:00Z`) + minute * 60);
        expect(userIds).toHaveLength(1);
      }
  });

  it.each<[string, string, string[]]>([
    ['a shift that begins in the hour that is skipped begins when that is over', '2026-03-29T01:00:00Z', ['late']],
    ['and not before', '2026-03-29T00:59:59Z', []],
  ])('%s', (_, now, userIds) => {
    const rota = { timeZone: berlin, shifts: [{ weekday: 7, from: '02:00', to: '06:00', staffId: 'late' }] };
    expect(onCallAt(rota, [], at(now)).userIds).toEqual(userIds);
  });

  it.each<[string, string]>([
    ['America/Los_Angeles', '2026-03-08'],
    ['America/Los_Angeles', '2026-11-01'],
    ['America/Santiago', '2026-09-06'],
    ['Pacific/Chatham', '2026-09-27'],
    [berlin, '2026-03-29'],
    [berlin, '2026-10-25'],
  ])(
    'is one person at every minute, also of shifts that begin within the hour that the clocks of %s skip or repeat on %s',
    (timeZone, day) => {
      const begins = ['00:30', '01:00', '02:30', '02:45', '03:10'];
      const shifts = begins.flatMap((from, index) =>
        Array.from({ length: 7 }, (_, weekday) => ({
          weekday: weekday + 1,
          from,
          to: begins[(index + 1) % begins.length] ?? '',
          staffId: from,
        })),
      );
      const start = at(`${day}T00:00:00Z`) - 43_200;
      for (let minute = 0; minute < 36 * 60; minute += 5)
        expect(onCallAt({ timeZone, shifts }, [], start + minute * 60).userIds, `minute ${minute}`).toHaveLength(1);
    },
  );

  it('a shift that begins in the hour that is skipped and ends after it is somebody’s', () => {
    const rota = { timeZone: berlin, shifts: [{ weekday: 7, from: '02:45', to: '03:10', staffId: 'short' }] };
    const told = ['00:59', '01:00', '01:09', '01:10'].map((time) => onCallAt(rota, [], at(`2026-03-29T${time}:00Z`)).userIds.join());
    expect(told).toEqual(['', 'short', 'short', '']);
  });

  it('a shift that ends in the hour that comes twice ends with the next one’s beginning, and leaves no gap', () => {
    const rota = {
      timeZone: berlin,
      shifts: [
        { weekday: 7, from: '00:00', to: '02:30', staffId: 'first' },
        { weekday: 7, from: '02:30', to: '08:00', staffId: 'second' },
      ],
    };
    for (let minute = 0; minute < 180; minute += 1)
      expect(onCallAt(rota, [], at('2026-10-24T22:00:00Z') + minute * 60).userIds).toHaveLength(1);
  });

  const cover = (staffId: string, from: string, until: string): Cover => ({ staffId, from: at(from), until: at(until) });
  it('is whom the last word names, as long as it holds', () => {
    const covers = [
      cover('ann', '2026-06-10T08:00:00Z', '2026-06-10T16:00:00Z'),
      cover('bob', '2026-06-10T12:00:00Z', '2026-06-10T13:00:00Z'),
    ];
    const now = (time: string) => onCallAt(everyDay, covers, at(`2026-06-10T${time}:00Z`));
    expect(now('07:59')).toEqual({ userIds: ['day'], until: at('2026-06-10T08:00:00Z'), source: 'shift' });
    expect(now('09:00')).toEqual({ userIds: ['ann'], until: at('2026-06-10T12:00:00Z'), source: 'cover' });
    expect(now('12:30')).toEqual({ userIds: ['bob'], until: at('2026-06-10T13:00:00Z'), source: 'cover' });
    expect(now('13:00')).toEqual({ userIds: ['ann'], until: at('2026-06-10T16:00:00Z'), source: 'cover' });
    expect(now('16:00').userIds).toEqual(['day']);
  });

  it('is nobody where no shift is, until the next begins; and where there is no rota', () => {
    const rota = { timeZone: berlin, shifts: [{ weekday: 1, from: '08:00', to: '16:00', staffId: 'ann' }] };
    expect(onCallAt(rota, [], at('2026-06-10T10:00:00Z'))).toEqual({ userIds: [], until: at('2026-06-15T06:00:00Z'), source: 'nobody' });
    expect(onCallAt(null, [], 0)).toEqual({ userIds: [], until: null, source: 'nobody' });
  });

  it('is everybody who shares a shift', () => {
    const shifts = ['ann', 'bob'].map((staffId) => ({ weekday: 3, from: '00:00', to: '00:00', staffId }));
    expect(onCallAt({ timeZone: 'UTC', shifts }, [], at('2026-06-10T23:59:59Z'))).toEqual({
      ...{ userIds: ['ann', 'bob'], until: at('2026-06-11T00:00:00Z'), source: 'shift' },
    });
  });
});

describe('who is on call in a stretch of time', () => {
  const told = (rota: Rota | null, covers: readonly Cover[], from: string, until: string) =>
    onCallBetween(rota, covers, at(from), at(until)).map((one) => [one.userIds.join(), iso(one.from), iso(one.until)]);
  const iso = (seconds: number) => new Date(seconds * 1000).toISOString().slice(0, 16);

  it('is told shift by shift, cut to the stretch, over the night in which the clocks change', () =>
    expect(told(everyDay, [], '2026-03-28T17:00:00Z', '2026-03-29T18:00:00Z')).toEqual([
      ['day', '2026-03-28T17:00', '2026-03-28T18:00'],
      ['night', '2026-03-28T18:00', '2026-03-29T05:00'],
      ['day', '2026-03-29T05:00', '2026-03-29T17:00'],
      ['night', '2026-03-29T17:00', '2026-03-29T18:00'],
    ]));

  it('has whoever covers in one piece over several shifts, and until somebody else does', () => {
    const covers = [
      { staffId: 'first', from: at('2026-06-10T12:00:00Z'), until: at('2026-06-12T12:00:00Z') },
      { staffId: 'second', from: at('2026-06-11T12:00:00Z'), until: at('2026-06-11T14:00:00Z') },
    ];
    expect(told(everyDay, covers, '2026-06-10T10:00:00Z', '2026-06-12T13:00:00Z')).toEqual([
      ['day', '2026-06-10T10:00', '2026-06-10T12:00'],
      ['first', '2026-06-10T12:00', '2026-06-11T12:00'],
      ['second', '2026-06-11T12:00', '2026-06-11T14:00'],
      ['first', '2026-06-11T14:00', '2026-06-12T12:00'],
      ['day', '2026-06-12T12:00', '2026-06-12T13:00'],
    ]);
  });

  it('leaves no gap where nobody is: with a rota that has some, and without any', () => {
    const mondays = { timeZone: berlin, shifts: [{ weekday: 1, from: '08:00', to: '16:00', staffId: 'one' }] };
    expect(told(mondays, [], '2026-06-07T22:00:00Z', '2026-06-16T22:00:00Z')).toEqual([
      ['', '2026-06-07T22:00', '2026-06-08T06:00'],
      ['one', '2026-06-08T06:00', '2026-06-08T14:00'],
      ['', '2026-06-08T14:00', '2026-06-15T06:00'],
      ['one', '2026-06-15T06:00', '2026-06-15T14:00'],
      ['', '2026-06-15T14:00', '2026-06-16T22:00'],
    ]);
    expect(told(null, [], '2026-06-10T10:00:00Z', '2026-06-20T10:00:00Z')).toEqual([['', '2026-06-10T10:00', '2026-06-20T10:00']]);
  });
});
