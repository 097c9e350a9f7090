import { respirationRates, saturations } from './breath.ts';
import { type Day, dayOf } from './day.ts';
import { basalCalories, movementCalories } from './energy.ts';
import { glucoseReadings } from './glucose.ts';
import { heartRates, restingRateOn, variabilities } from './heart.ts';
import { localDay, minuteMs } from './local-days.ts';
import type { SyntheticMember } from './member.ts';
import { createCollector, type ReadingSeries, type SeriesSink } from './series.ts';
import { skinConductances, skinTemperatures } from './skin.ts';
import { spotReadings, weightOn } from './spot-readings.ts';
import { silent, worn } from './wear.ts';

/**
 * Every reading of a member whose stamp lies in [fromMs, toMs), by metric and source. A reading depends on the member and
 * its moment only: the readings of a part of an interval are that part of the interval's readings, so what is sent live
 * is what the history would hold. Values lie in the catalogue's plausible ranges. About 2,300 readings a day of wear.
 *
 * Device stamps carry the band's clock skew (`habits.clockSkewMs`). Nothing but band state and battery comes while the
 * band is off the wrist or on the charger, and nothing at all while it is flat.
 */
export function readings(member: SyntheticMember, fromMs: number, toMs: number): { readonly series: readonly ReadingSeries[] } {
  const skew = member.habits.clockSkewMs;
  const from = Math.max(fromMs - skew, member.fromMs);
  const to = Math.min(toMs - skew, member.toMs ?? Number.POSITIVE_INFINITY);
  if (!(from < to)) return { series: [] };
  const collector = createCollector(from + skew, to + skew, skew);
  const last = localDay(member.timeZone, to - 1);
  for (let number = localDay(member.timeZone, from); number <= last; number++) {
    const day = dayOf(member, number);
    const first = Math.max(0, Math.ceil((from - day.startMs) / minuteMs));
    const end = Math.min(day.minutes, Math.ceil((to - day.startMs) / minuteMs));
    bandReadings(member, day, first, end, collector.sink);
    if (!day.wear.isAway) {
      spotReadings(member, day, collector.sink);
      glucoseReadings(member, day, collector.sink);
    }
  }
  return { series: collector.series() };
}

/** What the band reports for minutes [first, end) of a day. */
function bandReadings(member: SyntheticMember, day: Day, first: number, end: number, sink: SeriesSink): void {
  const { state, batteryAt } = day.wear;
  const heartRate = heartRates(member, day);
  const variability = variabilities(member, day);
  const respiration = respirationRates(member, day);
  const saturation = saturations(member, day);
  const skinTemperature = skinTemperatures(member, day);
  const skinConductance = skinConductances(member, day);
  const weightKg = weightOn(member, day);
  const basal = basalCalories(member, weightKg);
  const wake = Math.round((day.night.endMs - day.startMs) / minuteMs);
  const every = member.instruments.vitalsEveryMinutes;
  const phase = member.seed % every;

  for (let minute = first; minute < end; minute++) {
    const at = day.startMs + minute * minuteMs;
    const now = state[minute] ?? silent;
    if (now === silent) continue;
    const before = minute === 0 ? silent : (state[minute - 1] ?? silent);
    if (now !== before || minute % 60 === 0) sink('band_removed', 'device', at, now);
    if (now !== before || minute % 30 === 0) sink('battery', 'device', at, Math.round(batteryAt(at)));
    const stage = day.stage[minute] ?? 0;
    const stageBefore = before === worn ? (day.stage[minute - 1] ?? 0) : 0;
    // The last minute in bed is followed by a stage "awake" that closes the night.
    if (now === worn && stage !== stageBefore) sink('sleep_depth', 'device', at, stage || 1);
    if (now !== worn) continue;

    sink('heart_rate', 'device', at, heartRate(minute));
    if (minute === wake + 10) sink('rhr', 'device', at, Math.round(restingRateOn(member, day)));
    const steps = day.movement.steps[minute] ?? 0;
    if (steps > 0) {
      sink('steps', 'device', at, steps);
      sink('calories', 'device', at, movementCalories(weightKg, steps) + (minute % 15 === 0 ? basal : 0));
    } else if (minute % 15 === 0) sink('calories', 'device', at, basal);
    const dense = member.instruments.nightOximetry && stage > 1 && minute % 2 === 0;
    if (minute % every === phase || dense) {
      const spo2 = saturation(minute);
      if (spo2 !== null) sink('spo2', 'device', at, spo2);
    }
    if (minute % every !== phase) continue;
    sink('resp_rate', 'device', at, respiration(minute));
    sink('skin_temp', 'device', at, skinTemperature(minute));
    sink('gsr', 'device', at, skinConductance(minute));
    const rmssd = variability(minute);
    if (rmssd !== null) sink('rmssd', 'device', at, rmssd);
  }
}
