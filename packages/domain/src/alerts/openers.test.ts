import { describe, expect, it } from 'vitest';
import { expiresOnceJoined, expiresWhileStanding, type TimeOfAction } from '../actions/time-to-live.ts';
import { defaultRules } from './defaults.ts';
import { closesOnceOver, type EpisodeAlert, joiningOf, type OpenEpisode } from './episodes.ts';
import { openersOf } from './openers.ts';
import { severities, slotSeconds } from './rule.ts';

const now = 1_800_000_000;
const hour = 3_600;
const fired = (id: string, hours: number, endedHours: number | null = null): EpisodeAlert => {
  const found = defaultRules.find((one) => one.id === id);
  if (!found) throw new Error(`There is no default rule ${id}`);
  const endedAt = endedHours === null ? null : now + endedHours * hour;
  return { ruleId: id, rule: found.rule, firedAt: now + hours * hour, endedAt };
};

describe('actions that alerts would have opened', () => {
  const counted = (alerts: readonly EpisodeAlert[]) => {
    const { asEpisodes, byRule } = openersOf(alerts);
    return { asEpisodes: asEpisodes.length, byRule: byRule.length };
  };

  it('one for an exacerbation that crosses seven rules', () => {
    const alerts = [
      ...[fired('respiration-high', 0), fired('resting-pulse-up', 10), fired('spo2-low', 20), fired('anomaly', 24)],
      ...[fired('spo2-very-low', 30), fired('respiration-very-high', 31), fired('movement-down', 40)],
    ];
    expect(counted(alerts)).toEqual({ asEpisodes: 1, byRule: 7 });
  });

  it('whatever the order they are given in', () => {
    expect(counted([fired('spo2-very-low', 2), fired('spo2-low', 0)])).toEqual({ asEpisodes: 1, byRule: 2 });
  });

  it('the worst of those that fire together opens it', () => {
    const { asEpisodes, placeOf } = openersOf([fired('systolic-high', 0), fired('diastolic-crisis', 0), fired('systolic-crisis', 0)]);
    expect(asEpisodes.map(({ ruleId }) => ruleId)).toEqual(['diastolic-crisis']);
    expect([...placeOf].map(([alert, { opener, leads }]) => [alert.ruleId, opener.ruleId, leads])).toEqual([
      ['diastolic-crisis', 'diastolic-crisis', true],
      ['systolic-crisis', 'diastolic-crisis', false],
      ['systolic-high', 'diastolic-crisis', false],
    ]);
  });

  it('another once the time of the first is over, and not while an alert of it stands', () => {
    expect(counted([fired('spo2-low', 0, 1), fired('spo2-low', 71, 72)])).toEqual({ asEpisodes: 1, byRule: 1 });
    expect(counted([fired('spo2-low', 0, 1), fired('spo2-low', 73, 74)])).toEqual({ asEpisodes: 2, byRule: 2 });
    expect(counted([fired('spo2-low', 0, 300), fired('spo2-low', 330, 331)])).toEqual({ asEpisodes: 1, byRule: 1 });
  });

  it('another after one that has closed by itself', () => {
    expect(counted([fired('anomaly', 0, 24), fired('anomaly', 48, 72)])).toEqual({ asEpisodes: 2, byRule: 2 });
  });

  it('one for each system', () => {
    expect(counted([fired('spo2-low', 0), fired('glucose-low', 1), fired('systolic-crisis', 2)])).toEqual({ asEpisodes: 3, byRule: 3 });
  });
});

/** Numbers that look random and are the same in every run (mulberry32). */
function randomFrom(seed: number) {
  let state = seed;
  return (most: number) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * most);
  };
}

/** Some weeks of alerts, several of which fire, end and stand together. */
function randomAlerts(seed: number): EpisodeAlert[] {
  const below = randomFrom(seed);
  return Array.from({ length: 3 + below(6) }, () => defaultRules[below(defaultRules.length)]?.id ?? '').flatMap((id) => {
    const alerts: EpisodeAlert[] = [];
    for (let hours = below(240); hours < 700; hours += 1 + below(300)) {
      const lasts = below(4) === 0 ? below(400) : below(30);
      alerts.push(fired(id, hours, hours + lasts < 690 ? hours + lasts + 1 : null));
      hours += lasts + 1;
    }
    return alerts;
  });
}

interface LiveAction extends OpenEpisode, TimeOfAction {
  readonly opener: EpisodeAlert;
}

/**
 * The live run, slot by slot: what expired is gone; the worst that fires is told first; what stands or has just ended keeps its action open; what closes
 * by itself closes last. `alerts` of an action hold what is known at that moment.
 */
function openedLive(alerts: readonly EpisodeAlert[]): EpisodeAlert[] {
  const time = ({ rule }: EpisodeAlert) => rule.timeToLiveHours * hour;
  const openers: EpisodeAlert[] = [];
  let live: LiveAction[] = [];
  const last = Math.max(...alerts.map(({ firedAt }) => firedAt));
  for (let at = now; at <= last; at += slotSeconds) {
    live = live.filter(({ expiresAt }) => expiresAt > at);
    live = live.map((one) => ({ ...one, alerts: one.alerts.map((alert) => seenAt(alert, at, alerts)) }));
    const begin = alerts.filter(({ firedAt }) => firedAt === at);
    begin.sort((a, b) => severities.indexOf(b.rule.severity) - severities.indexOf(a.rule.severity));
    for (const alert of begin) {
      const seen = { ...alert, endedAt: null };
      const joins = joiningOf(live, { ruleId: alert.ruleId, rule: alert.rule, at });
      if (!joins) {
        openers.push(alert);
        live.push({
          ...{ actionId: `${openers.length}`, alerts: [seen], opener: alert, priority: alert.rule.severity, dueAt: null },
          expiresAt: at + time(alert),
        });
        continue;
      }
      const { episode, isNew, leads } = joins;
      const isMoreUrgent = severities.indexOf(alert.rule.severity) > severities.indexOf(episode.priority);
      const joined = {
        ...{ ...episode, alerts: [...episode.alerts.filter(({ ruleId }) => ruleId !== alert.ruleId), seen] },
        priority: leads && isMoreUrgent ? alert.rule.severity : episode.priority,
        expiresAt: isNew || leads ? expiresOnceJoined(episode, { timeToLive: time(alert), leads }, at) : episode.expiresAt,
      };
      live = [...live.filter((one) => one !== episode), joined];
    }
    live = live.map((one) => {
      const standing = one.alerts.filter(({ endedAt }) => endedAt === null || endedAt === at);
      return standing.length === 0 ? one : { ...one, expiresAt: expiresWhileStanding(one, standing.map(time), at) };
    });
    live = live.filter((one) => !closesOnceOver(one) || one.alerts.some(({ endedAt }) => endedAt === null));
  }
  return openers;
}

/** An alert with its end, once that has come. */
function seenAt(alert: EpisodeAlert, at: number, alerts: readonly EpisodeAlert[]): EpisodeAlert {
  const { endedAt = null } = alerts.find(({ ruleId, firedAt }) => ruleId === alert.ruleId && firedAt === alert.firedAt) ?? {};
  return { ...alert, endedAt: endedAt !== null && endedAt <= at ? endedAt : null };
}

it('are those that the live run opens slot by slot, whatever fires when', () => {
  let opened = 0;
  for (let seed = 1; seed <= 300; seed += 1) {
    const alerts = [...new Map(randomAlerts(seed).map((one) => [`${one.ruleId}/${one.firedAt}`, one])).values()];
    const name = ({ ruleId, firedAt }: EpisodeAlert) => `${ruleId} ${(firedAt - now) / hour}`;
    const expected = openedLive(alerts).map(name);
    expect(openersOf(alerts).asEpisodes.map(name), `seed ${seed}`).toEqual(expected);
    opened += expected.length;
  }
  expect(opened).toBeGreaterThan(1_000);
});
