import { dataRanges } from '@vigil/domain/timeframe/ranges';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { axisEnds, detailsOf, granularityOf, type PatientView, panelIds, searchOf, viewOf } from './view.ts';

const views: fc.Arbitrary<PatientView> = fc.constantFrom(...dataRanges).chain((range) =>
  fc.record({
    range: fc.constant(range),
    end: fc.option(
      fc
        .date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
        .map((date) => date.toISOString().slice(0, 10)),
    ),
    detail: fc.option(fc.constantFrom(...(detailsOf[range.days] ?? []))).map((detail) => (detail === range.granularity ? null : detail)),
    hidden: fc.subarray([...panelIds]),
    zoom: fc.option(fc.tuple(fc.nat(2e9), fc.integer({ min: 1, max: 4e7 })).map(([from, length]) => ({ from, to: from + length }))),
    axes: fc.option(fc.constantFrom(...axisEnds)),
  }),
);

describe('the address of what is on screen', () => {
  it('opens as the same view for whoever gets the link', () =>
    fc.assert(
      fc.property(views, (view) => {
        // What a router does with an address: text, and back through JSON where that parses.
        const address = new URLSearchParams(Object.entries(searchOf(view)).map(([key, value]) => [key, String(value)]));
        expect(viewOf(Object.fromEntries(address))).toEqual(view);
        expect(viewOf(searchOf(view))).toEqual(view);
      }),
    ));

  it('is plain for the plain page', () => expect(searchOf(viewOf({}))).toEqual({}));

  it.each([
    ['an unknown range', { range: 14 }],
    ['a date that does not exist', { end: '2026-02-30' }],
    ['a date in another form', { end: '11/20/2026' }],
    ['a chart that does not exist', { hide: 'aura' }],
    ['a zoom the wrong way round', { zoom: '200-100' }],
    ['a detail that the range does not offer', { detail: 'monthly' }],
    ['anything at all', { zoom: { from: 1 }, hide: 7, end: 20261120, detail: ['daily'], range: 'x' }],
  ])('with %s opens the default', (_, search) => expect(viewOf(search)).toEqual(viewOf({})));

  it.each([
    [1, 'HOURLY'],
    [7, 'DAILY'],
    [30, 'DAILY'],
    [365, 'MONTHLY'],
  ])('reads %d days %s unless the person chose otherwise', (range, granularity) =>
    expect(granularityOf(viewOf({ range }))).toBe(granularity),
  );

  it('reads a year by the day when a physician asks for it', () =>
    expect(granularityOf(viewOf({ range: 365, detail: 'daily' }))).toBe('DAILY'));
});
