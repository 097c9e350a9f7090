import { catalogue } from '@vigil/domain/metrics/catalogue';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SyntheticMember } from './member.ts';
import { syntheticMembers } from './members.ts';
import { readings } from './readings.ts';
import type { ReadingSeries } from './series.ts';
import { syncedUntilMs } from './sync.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** Ten days after New York's and three before Berlin's change to winter time: the stories' last weeks hold both. */
const epochMs = Date.UTC(2026, 10, 11, 9, 30);
const members = syntheticMembers({ seed: 7, count: 30, tenantCode: 'demo', epochMs });

type Flat = readonly (readonly [name: string, at: number, value: number])[];
const flat = (series: readonly ReadingSeries[]): Flat =>
  series
    .flatMap(({ metric, source, timestampsMs, values }) =>
      Array.from(timestampsMs, (at, n) => [`${metric}/${source}`, at, values[n] ?? Number.NaN] as const),
    )
    .sort((a, b) => a[1] - b[1] || (a[0] < b[0] ? -1 : 1));
const between = (member: SyntheticMember, from: number, to: number) => flat(readings(member, from, to).series);

describe('readings', () => {
  it('are the same each time, also for a member made anew', () => {
    const again = syntheticMembers({ seed: 7, count: 30, tenantCode: 'demo', epochMs });
    expect(again).toEqual(members);
    for (const index of [0, 2, 5, 20])
      expect(between(again[index] as SyntheticMember, epochMs - 3 * dayMs, epochMs)).toEqual(
        between(members[index] as SyntheticMember, epochMs - 3 * dayMs, epochMs),
      );
  });

  it('of another seed are other readings', () => {
    const [other] = syntheticMembers({ seed: 8, count: 1, tenantCode: 'demo', epochMs });
    expect(between(other as SyntheticMember, epochMs - dayMs, epochMs)).not.toEqual(
      between(members[0] as SyntheticMember, epochMs - dayMs, epochMs),
    );
  });

  it('of a part of an interval are that part of the interval’s readings, whatever the cuts', () => {
    const within = fc.tuple(
      fc.integer({ min: 0, max: members.length - 1 }),
      fc.integer({ min: 0, max: 40 * dayMs }),
      fc.array(fc.integer({ min: 1, max: 20 * hourMs }), { minLength: 1, maxLength: 5 }),
    );
    fc.assert(
      fc.property(within, ([index, back, lengths]) => {
        const member = members[index] as SyntheticMember;
        const start = epochMs + 5 * dayMs - back;
        const cuts = [start];
        for (const length of lengths) cuts.push((cuts.at(-1) ?? start) + length);
        const parts = cuts.slice(1).flatMap((end, n) => between(member, cuts[n] as number, end));
        expect(parts).toEqual(between(member, start, cuts.at(-1) as number));
      }),
      { numRuns: 60 },
    );
  });

  it('sent as they become due, minute by minute, are the history', () => {
    for (const member of [
      members[0],
      members.find((m) => m.habits.syncEveryMinutes > 1),
      members.find((m) => m.habits.clockSkewMs !== 0),
    ]) {
      if (!member) throw new Error('the thirty hold a late and a skewed band');
      const start = epochMs - 9 * hourMs;
      let sentUntil = start;
      const sent: (readonly [string, number, number])[] = [];
      for (let now = start; now <= epochMs; now += 60_000) {
        const until = syncedUntilMs(member, now);
        expect(until - now).toBeLessThan(300_000);
        if (until <= sentUntil) continue;
        sent.push(...between(member, sentUntil, until));
        sentUntil = until;
      }
      expect(sent).toEqual(between(member, start, sentUntil));
      expect(epochMs - sentUntil).toBeLessThanOrEqual(member.habits.syncEveryMinutes * 1.25 * 60_000 + 300_000);
    }
  });

  it('lie in the plausible range of the catalogue, on every metric of every member', () => {
    for (const member of members)
      for (const { metric, values } of readings(member, epochMs - 90 * dayMs, epochMs + 10 * dayMs).series) {
        const [low, high] = catalogue[metric].plausible;
        expect([metric, values.every((value) => value >= low && value <= high)]).toEqual([metric, true]);
      }
  });

  it('stand at most once per metric, source and moment, inside the interval asked for', () => {
    for (const member of members.slice(0, 15)) {
      const all = between(member, epochMs - 20 * dayMs, epochMs);
      expect(new Set(all.map(([name, at]) => `${name} ${at}`)).size).toBe(all.length);
      expect(all.every(([, at]) => at >= epochMs - 20 * dayMs && at < epochMs)).toBe(true);
    }
  });

  it('are about 200,000 for a member who wears the band over 90 days', () => {
    const count = flat(readings(members[0] as SyntheticMember, epochMs - 90 * dayMs, epochMs).series).length;
    expect(count).toBeGreaterThan(180_000);
    expect(count).toBeLessThan(240_000);
  });
});

describe('the band', () => {
  const bandOnly = new Set(['band_removed/device', 'battery/device', 'weight/device', 'weight_conf/device', 'glucose/device']);

  it('reports no body while it is off the wrist or on the charger, and nothing at all between going flat and being charged', () => {
    const wrong: unknown[] = [];
    for (const member of members.slice(0, 15)) {
      let state = Number.NaN;
      let lastReportMs = Number.NaN;
      for (const [name, at, value] of between(member, epochMs - 20 * dayMs, epochMs)) {
        if (name === 'band_removed/device') {
          state = value;
          lastReportMs = at;
        } else if (name.endsWith('/device') && !bandOnly.has(name) && !Number.isNaN(state)) {
          // The state is repeated each hour, so a reading belongs to a band that said "worn" within the hour.
          if (state !== 0 || at - lastReportMs >= hourMs) wrong.push([member.key, name, at, state]);
        }
      }
    }
    expect(wrong).toEqual([]);
  });

  it('loses charge while in use and gains it only on the charger', () => {
    for (const member of members.slice(0, 8)) {
      let state = 0;
      let level = Number.NaN;
      let charged = false;
      for (const [name, , value] of between(member, epochMs - 20 * dayMs, epochMs)) {
        if (name === 'band_removed/device') {
          state = value;
          charged ||= state === 2;
        }
        if (name !== 'battery/device') continue;
        if (value > level) expect([member.key, charged]).toEqual([member.key, true]);
        if (state !== 2) charged = false;
        level = value;
      }
    }
  });

  it('is charged, taken off, forgotten and lost by somebody of the thirty', () => {
    const states = new Set(
      members.flatMap((member) =>
        between(member, epochMs - 10 * dayMs, epochMs)
          .filter(([name]) => name === 'band_removed/device')
          .map(([, , value]) => value),
      ),
    );
    expect([...states].sort()).toEqual([0, 1, 2]);
    const silentDays = members
      .filter((member) => member.status === 'ACTIVE' && !member.story)
      .map(
        (member) =>
          Array.from({ length: 90 }, (_, n) => between(member, epochMs - (n + 1) * dayMs, epochMs - n * dayMs).length).filter(
            (count) => count === 0,
          ).length,
      );
    expect(silentDays.some((count) => count >= 2)).toBe(true);
  });
});

describe('members', () => {
  const many = syntheticMembers({ seed: 7, count: 200, tenantCode: 'demo', epochMs });

  it('are adults of 25 to 90 with names and numbers of their own, in several zones, of both sexes', () => {
    expect(new Set(many.map((member) => `${member.givenName} ${member.familyName}`)).size).toBe(200);
    expect(new Set(many.map((member) => member.mrn)).size).toBe(200);
    expect(many.every((member) => member.mrn.startsWith('SYN-') && member.ageYears >= 25 && member.ageYears <= 90)).toBe(true);
    expect(new Set(many.map((member) => member.timeZone)).size).toBeGreaterThan(6);
    expect(many.filter((member) => member.sex === 'female').length).toBeGreaterThan(60);
    expect(new Set(many.map((member) => member.status))).toEqual(new Set(['ACTIVE', 'CREATED', 'HOLDING', 'DISCHARGED']));
  });

  it('are as old as their birth date says at the epoch', () => {
    for (const { ageYears, birthDate } of many) {
      const yearsSince = (epochMs - Date.parse(birthDate)) / (365.25 * dayMs);
      expect(Math.abs(yearsSince - ageYears - 0.5)).toBeLessThan(0.52);
    }
  });

  it('have readings unless they only have an account, however short the history', () => {
    for (const historyDays of [1, 90])
      for (const member of syntheticMembers({ seed: 7, count: 38, tenantCode: 'demo', epochMs, historyDays, stories: [] })) {
        const days = (member.toMs ?? epochMs) - member.fromMs;
        expect([member.key, member.status, days > 0]).toEqual([member.key, member.status, member.status !== 'CREATED']);
      }
  });

  it('do not change when there are more of them', () => {
    expect(many.slice(0, 30)).toEqual(members);
  });
});
