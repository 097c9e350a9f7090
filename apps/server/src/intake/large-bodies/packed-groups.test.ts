import { metricIds } from '@vigil/domain/metrics/catalogue';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { TickGroup } from '../delivery.ts';
import { packGroups, unpackGroups } from './packed-groups.ts';

it('groups that were packed come out as they went in', () => {
  const ticks = fc.array(fc.tuple(fc.double(), fc.double()));
  const series = fc.record({ metric: fc.constantFrom(...metricIds), ticks }).map(({ metric, ticks: some }) => ({
    metric,
    timestampsMs: Float64Array.from(some, ([at]) => at),
    values: Float64Array.from(some, ([, value]) => value),
  }));
  const group: fc.Arbitrary<TickGroup> = fc.record({
    userId: fc.uuid(),
    source: fc.constantFrom('device', 'manual', 'imported'),
    deviceId: fc.option(fc.uuid()),
    series: fc.array(series),
  });
  fc.assert(
    fc.property(fc.array(group), (groups) => {
      expect(unpackGroups(packGroups(groups))).toEqual(groups);
    }),
  );
});
