import { describe, expect, test } from 'vitest';
import { deliveryMoment, expiryMoment, firstDeliveryDay } from './delivery.ts';
import { type ItemEvent, type ItemStatus, isDone, isOver, type StepType, statusAfter } from './life-cycles.ts';
import { type MemberProgramStatus, programState, shownPrograms, statusOfRun } from './member-programs.ts';
import { aggregationsOf, moduleStatus, progressOf } from './progress.ts';

const seconds = (text: string) => Date.parse(text) / 1000;
const iso = (at: number | null) => (at === null ? null : new Date(at * 1000).toISOString().replace('.000', ''));
const dayNumber = (date: string) => Date.parse(date) / 86_400_000;

describe('delivery at 09:00 of the member’s zone', () => {
  test.each<[string, string, string, string]>([
    ['winter', 'Europe/Berlin', '2026-01-15', '2026-01-15T08:00:00Z'],
    ['summer', 'Europe/Berlin', '2026-07-15', '2026-07-15T07:00:00Z'],
    ['the day that has 23 hours', 'Europe/Berlin', '2026-03-29', '2026-03-29T07:00:00Z'],
    ['the day that has 25 hours', 'Europe/Berlin', '2026-10-25', '2026-10-25T08:00:00Z'],
    ['the day before clocks change in the west', 'America/Los_Angeles', '2026-03-07', '2026-03-07T17:00:00Z'],
    ['the day on which they do', 'America/Los_Angeles', '2026-03-08', '2026-03-08T16:00:00Z'],
    ['a zone of three quarters of an hour', 'Asia/Kathmandu', '2026-01-15', '2026-01-15T03:15:00Z'],
    ['where the day begins before UTC’s', 'Pacific/Kiritimati', '2026-01-15', '2026-01-14T19:00:00Z'],
  ])('%s: %s on %s', (_, zone, date, expected) => expect(iso(deliveryMoment(dayNumber(date), zone))).toBe(expected));

  test.each<[string, string, string, string]>([
    ['before nine: the same day', '2026-06-10T06:59:59Z', 'Europe/Berlin', '2026-06-10'],
    ['at nine: the same day', '2026-06-10T07:00:00Z', 'Europe/Berlin', '2026-06-10'],
    ['after nine: the next day', '2026-06-10T07:00:01Z', 'Europe/Berlin', '2026-06-11'],
    ['late in the evening', '2026-06-11T05:00:00Z', 'America/Los_Angeles', '2026-06-11'],
    ['tomorrow there already', '2026-06-10T18:00:00Z', 'Pacific/Auckland', '2026-06-11'],
    ['the morning after the clocks went back', '2026-10-25T07:30:00Z', 'Europe/Berlin', '2026-10-25'],
  ])('the first day of what is assigned %s', (_, at, zone, expected) =>
    expect(firstDeliveryDay(seconds(at), zone)).toBe(dayNumber(expected)),
  );

  test.each<[string, string, number | null, string, string | null]>([
    ['fourteen days', '2026-06-10T07:00:00Z', 14, 'Europe/Berlin', '2026-06-24T07:00:00Z'],
    ['over the change to summer time', '2026-03-20T08:00:05Z', 14, 'Europe/Berlin', '2026-04-03T07:00:05Z'],
    ['over the change back', '2026-10-20T07:00:00Z', 14, 'Europe/Berlin', '2026-11-03T08:00:00Z'],
    ['into an hour that is skipped', '2026-03-28T01:30:00Z', 1, 'Europe/Berlin', '2026-03-29T01:30:00Z'],
    ['never', '2026-06-10T07:00:00Z', null, 'Europe/Berlin', null],
  ])('expiry after %s', (_, at, days, zone, expected) => expect(iso(expiryMoment(seconds(at), days, zone))).toBe(expected));
});

const events: readonly ItemEvent[] = ['deliver', 'expire', 'opt', 'achieve', 'read', 'rate', 'complete'];

/** Statuses across, in the order of `events`; a dash where the event cannot happen. */
describe.each<[StepType, readonly (readonly [ItemStatus, string])[]]>([
  [
    'insight',
    [
      ['created', 'delivered - - - - - -'],
      ['delivered', '- expired - - read rated -'],
      ['read', '- - - - - rated -'],
      ['rated', '- - - - - rated -'],
      ['expired', '- - - - - - -'],
    ],
  ],
  [
    'pledge',
    [
      ['created', 'delivered - - - - - -'],
      ['delivered', '- expired opted - - - -'],
      ['opted', '- expired - achieved - - -'],
      ['achieved', '- - - - - - -'],
      ['expired', '- - - - - - -'],
    ],
  ],
  [
    'survey',
    [
      ['created', 'delivered - - - - - -'],
      ['delivered', '- expired - - - - completed'],
      ['completed', '- - - - - - -'],
      ['expired', '- - - - - - -'],
    ],
  ],
])('the life of a step: %s', (type, rows) => {
  test.each(rows)('%s → %s', (status, expected) => {
    expect(events.map((event) => statusAfter(type, status, event) ?? '-').join(' ')).toBe(expected);
  });
});

test.each<[ItemStatus, boolean, boolean]>([
  ['created', false, false],
  ['delivered', false, false],
  ['opted', false, false],
  ['read', true, true],
  ['rated', true, true],
  ['achieved', true, true],
  ['completed', true, true],
  ['expired', false, true],
])('%s: done %s, over %s', (status, done, over) => expect([isDone(status), isOver(status)]).toEqual([done, over]));

describe('progress', () => {
  test.each([
    [0, 4, 0],
    [1, 4, 25],
    [1, 8, 12.5],
    [4, 4, 100],
    [0, 0, null],
  ])('%d of %d is %s', (done, total, expected) => expect(progressOf(done, total)).toBe(expected));

  test('is told in all, by kind and by module; of a kind that the program does not have it is unknown', () => {
    const item = (type: StepType, status: ItemStatus, moduleIndex: number) => ({ type, status, moduleIndex });
    const items = [
      item('insight', 'rated', 0),
      item('pledge', 'achieved', 0),
      item('insight', 'read', 1),
      item('pledge', 'opted', 1),
      item('insight', 'expired', 1),
    ];
    expect(aggregationsOf(items)).toEqual({
      ...{ completed: 3, total: 5, progress: 60 },
      modules: { completed: 1, total: 2, progress: 50 },
      insights: { completed: 2, total: 3, progress: expect.closeTo(66.667, 3) },
      pledges: { completed: 1, total: 2, progress: 50 },
      surveys: { completed: 0, total: 0, progress: null },
    });
    expect(aggregationsOf([]).progress).toBeNull();
  });

  test.each<[ItemStatus[], string | null, string]>([
    [[], null, 'active'],
    [['created', 'created'], 'created', 'active'],
    [['delivered', 'created'], 'active', 'active'],
    [['read', 'opted'], 'active', 'active'],
    [['read', 'expired'], 'finished', 'finished'],
    [['expired', 'expired'], 'finished', 'finished'],
    [['rated', 'achieved', 'completed'], 'completed', 'completed'],
  ])('steps %j: the module is %s, the program %s', (statuses, module, program) => {
    expect([moduleStatus(statuses), statusOfRun(statuses)]).toEqual([module, program]);
  });
});

test.each<[unknown, unknown, string]>([
  ['2026-05-01', null, 'completed'],
  ['2026-05-01', '2026-04-01', 'completed'],
  [null, '2026-04-01', 'canceled'],
  [undefined, 0, 'canceled'],
  [null, null, 'in progress'],
  ['', '', 'in progress'],
])('completed %s and canceled %s is %s', (programCompleted, programCanceled, expected) =>
  expect(programState({ programCompleted, programCanceled })).toBe(expected),
);

describe('which programs of a member are shown', () => {
  const program = (text: string) => {
    const [status, ...title] = text.split(' ');
    return { status: status as MemberProgramStatus, title: title.join(' ') };
  };
  test.each<[string, string[], string[]]>([
    ['an active one', ['active Sleep'], ['active Sleep']],
    ['no canceled one', ['canceled Sleep', 'active Walk'], ['active Walk']],
    ['a finished one alone', ['finished Sleep'], ['finished Sleep']],
    ['a completed one alone', ['completed Sleep'], ['completed Sleep']],
    ['a finished one loses to an active one of the title', ['finished Sleep', 'active Sleep'], ['active Sleep']],
    ['a completed one does as well', ['active Sleep', 'completed Sleep'], ['active Sleep']],
    ['not to one of another title', ['finished Sleep', 'active Walk'], ['finished Sleep', 'active Walk']],
    ['not to a canceled one', ['finished Sleep', 'canceled Sleep'], ['finished Sleep']],
    ['whatever the case of letters', ['finished sleep ', 'active Sleep'], ['active Sleep']],
    ['nobody has any', [], []],
  ])('%s', (_, given, expected) => expect(shownPrograms(given.map(program))).toEqual(expected.map(program)));
});
