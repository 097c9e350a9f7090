import { describe, expect, it } from 'vitest';
import { type GapFacts, gapsOf, nextGapCheck } from './gaps.ts';

const now = Date.parse('2026-03-10T12:00:00Z') / 1000;
const hour = 3_600;
const fine: GapFacts = {
  ...{ now, timeZone: 'UTC', status: 'ACTIVE', startedAt: now - 90 * 24 * hour, lastReceivedAt: now - 600, lastMeasuredAt: now - 700 },
  ...{ band: { state: 'wearing', since: now - hour }, battery: { percent: 80, measuredAt: now - 600 }, sources: [], runs: [] },
  ...{ clockAheadSeconds: 0, outageSince: null },
};
const kinds = (over: Partial<GapFacts>) => gapsOf({ ...fine, ...over }).map(({ kind }) => kind);
const source = (over: Partial<GapFacts['sources'][number]>) => ({
  sources: [{ ...{ metric: 'weight' as const, daysOf14: 12, lastReceivedAt: now - 4 * 86_400, usualIntervalSeconds: 86_400 }, ...over }],
});

const silent = { lastReceivedAt: null, lastMeasuredAt: null };

describe('gaps, apart from clinical alerts', () => {
  it.each<[string, Partial<GapFacts>, string[]]>([
    ['nothing amiss', {}, []],
    ['never synced, and not started', { ...silent, status: 'CREATED', startedAt: null }, []],
    ['never synced, started 24 h ago', { ...silent, startedAt: now - 24 * hour }, []],
    ['never synced, started a second earlier', { ...silent, startedAt: now - 24 * hour - 1 }, ['never_synced']],
    ['never synced, with a device and no sign-in', { ...silent, status: 'CREATED' }, ['never_synced']],
    ['never synced, while the server took nothing in', { ...silent, startedAt: now - 26 * hour, outageSince: now - 3 * hour }, []],
    ['24 h to the second', { lastReceivedAt: now - 24 * hour, lastMeasuredAt: now - 24 * hour }, []],
    ['a second more than 24 h', { lastReceivedAt: now - 24 * hour - 1, lastMeasuredAt: now - 24 * hour - 1 }, ['not_syncing']],
    ['more than one calendar day, on a day of 23 hours', dayOf23Hours(), ['not_syncing']],
    ['old readings that came late: no longer not syncing, still stale', { lastMeasuredAt: now - 25 * hour }, ['stale']],
    ['band off for less than 12 h', { band: { state: 'removed', since: now - 12 * hour + 1 } }, []],
    ['band off for 12 h', { band: { state: 'removed', since: now - 12 * hour } }, ['band_off']],
    ['charging for less than 6 h', { band: { state: 'charging', since: now - 6 * hour + 1 } }, []],
    ['charging for 6 h', { band: { state: 'charging', since: now - 6 * hour } }, ['charging']],
    ['band state unknown is not off', { band: { state: 'unknown', since: now - 40 * hour } }, []],
    ['battery at 16 %', { battery: { percent: 16, measuredAt: now - 60 } }, []],
    ['battery at 15 %', { battery: { percent: 15, measuredAt: now - 60 } }, ['battery_low']],
    [
      'battery low, and on its charger',
      { battery: { percent: 3, measuredAt: now - 60 }, band: { state: 'charging', since: now - 60 } },
      [],
    ],
    ['silent after 5 %', { battery: { percent: 5, measuredAt: now - hour }, lastReceivedAt: now - hour }, ['battery_flat']],
    ['silent after 6 %', { battery: { percent: 6, measuredAt: now - hour }, lastReceivedAt: now - hour }, ['battery_low']],
    ['a source that came on 10 of 14 days, three intervals late', source({ daysOf14: 10 }), ['source_lost']],
    ['a source that came on 9 of 14 days', source({ daysOf14: 9 }), []],
    ['a source that is not yet three intervals late', source({ lastReceivedAt: now - 3 * 86_400 }), []],
    [
      'a silent band is one gap, not one a metric',
      { ...source({}), lastReceivedAt: now - 4 * 86_400, lastMeasuredAt: null },
      ['not_syncing'],
    ],
    [
      'a pulse that does not come from a band on the table is not lost',
      { ...source({ metric: 'heart_rate' }), band: { state: 'removed', since: now - hour } },
      [],
    ],
    ['a pulse that does not come from a worn band', source({ metric: 'heart_rate' }), ['source_lost']],
    ['a scale is missed whatever the band does', { ...source({}), band: { state: 'charging', since: now - hour } }, ['source_lost']],
    [
      'the same pulse for three hours',
      { runs: [{ metric: 'heart_rate', readings: 180, since: now - 3 * hour, until: now }] },
      ['stuck_value'],
    ],
    ['the same pulse for less', { runs: [{ metric: 'heart_rate', readings: 179, since: now - 3 * hour + 1, until: now }] }, []],
    ['the same SpO2 for a night is nothing', { runs: [{ metric: 'spo2', readings: 200, since: now - 8 * hour, until: now }] }, []],
    ['a clock two minutes ahead', { clockAheadSeconds: 120 }, []],
    ['a clock further ahead', { clockAheadSeconds: 121 }, ['clock_ahead']],
    [
      'our own outage is nobody’s gap',
      { lastReceivedAt: now - 40 * hour, lastMeasuredAt: now - 40 * hour, outageSince: now - 30 * hour },
      [],
    ],
    ['silent long before our outage', { lastReceivedAt: now - 60 * hour, outageSince: now - 30 * hour }, ['not_syncing']],
  ])('%s', (_, over, expected) => expect(kinds(over)).toEqual(expected));

  it.each(['HOLDING', 'DISCHARGED', 'REMOVED', 'INACTIVE', null] as const)('none for a member who is %s', (status) => {
    expect(kinds({ status, lastReceivedAt: null })).toEqual([]);
    expect(kinds({ status, lastReceivedAt: now - 60 * hour, battery: { percent: 1, measuredAt: now } })).toEqual([]);
  });

  it('tells of which metric, and since when', () => {
    expect(gapsOf({ ...fine, ...source({}) })).toEqual([{ kind: 'source_lost', metric: 'weight', since: now - 4 * 86_400 }]);
  });
});

describe('when a member is looked at again', () => {
  it.each<[string, Partial<GapFacts>, number]>([
    ['within the hour', {}, hour],
    ['when a day without a sync is over', { lastReceivedAt: now - 24 * hour + 60 }, 61],
    ['when a band has been off for twelve hours', { band: { state: 'removed', since: now - 12 * hour + 90 } }, 90],
    ['when it has been charged for six', { band: { state: 'charging', since: now - 6 * hour + 30 } }, 30],
    ['an hour after the last of a flat battery', { battery: { percent: 5, measuredAt: now }, lastReceivedAt: now - hour + 10 }, 10],
    ['not for what has begun already', { band: { state: 'removed', since: now - 13 * hour } }, hour],
    ['never synced', { lastReceivedAt: null, lastMeasuredAt: null }, hour],
  ])('%s', (_, over, after) => expect(nextGapCheck({ ...fine, ...over })).toBe(now + after));

  it('is the moment at which the gap begins, and not a second sooner', () => {
    for (const over of [
      { lastReceivedAt: now - 24 * hour + 60, lastMeasuredAt: now - 24 * hour + 60 },
      { band: { state: 'removed', since: now - 12 * hour + 90 } },
      { band: { state: 'charging', since: now - 6 * hour + 30 } },
      { battery: { percent: 5, measuredAt: now }, lastReceivedAt: now - hour + 10 },
    ] as const satisfies Partial<GapFacts>[]) {
      const facts = { ...fine, ...over };
      const due = nextGapCheck(facts);
      const before = gapsOf({ ...facts, now: due - 1 }).map(({ kind }) => kind);
      expect(gapsOf({ ...facts, now: due }).map(({ kind }) => kind)).not.toEqual(before);
    }
  });
});

/** In Los Angeles, on March 8, the clocks skip an hour: the evening before yesterday is less than 24 hours from this morning. */
function dayOf23Hours(): Partial<GapFacts> {
  const at = (iso: string) => Date.parse(iso) / 1000;
  const last = at('2026-03-07T23:30:00-08:00');
  return {
    ...{ now: at('2026-03-09T00:15:00-07:00'), timeZone: 'America/Los_Angeles', lastReceivedAt: last, lastMeasuredAt: last },
    band: { state: 'wearing', since: last },
    battery: null,
  };
}
