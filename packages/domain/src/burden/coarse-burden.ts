import { coarseCount, isAboutFew } from '../figures/withholding.ts';
import type { BurdenFigures, BurdenTimes } from './burden.ts';

/**
 * Figures for somebody who may not see the members: counts in steps, and rates made from these, so that no count can be worked out
 * from a rate. Times are told of five alerts and more.
 */
export function coarseBurden(figures: BurdenFigures, memberWeeks: number): BurdenFigures {
  const perWeek = (count: number) => (memberWeeks > 0 ? coarseCount(count) / memberWeeks : null);
  const [clinical, noise] = [coarseCount(figures.clinical), coarseCount(figures.noise)];
  return {
    alerts: coarseCount(figures.alerts),
    repeats: coarseCount(figures.repeats),
    members: coarseCount(figures.members),
    alertsPerMemberWeek: perWeek(figures.alerts),
    byHandPerMemberWeek: figures.byHandPerMemberWeek === null ? null : perWeek(figures.byHandPerMemberWeek * memberWeeks),
    acknowledged: coarseTimes(figures.acknowledged),
    intervened: coarseTimes(figures.intervened),
    clinical,
    noise,
    precision: clinical + noise === 0 ? null : clinical / (clinical + noise),
    notJudged: {
      expired: coarseCount(figures.notJudged.expired),
      closed: coarseCount(figures.notJudged.closed),
      unanswered: coarseCount(figures.notJudged.unanswered),
    },
  };
}

function coarseTimes({ alerts, medianSeconds, p90Seconds }: BurdenTimes): BurdenTimes {
  return isAboutFew(alerts)
    ? { alerts: 0, medianSeconds: null, p90Seconds: null }
    : { alerts: coarseCount(alerts), medianSeconds, p90Seconds };
}
