import { versionStates } from '@vigil/domain/alerts/rule';
import * as z from 'zod';
import { access } from './access.ts';
import { newBacktest } from './alerts.forms.ts';
import { backtestStates } from './alerts.values.ts';
import { endpoint } from './endpoint.ts';
import type { Figures } from './figures.ts';
import { id } from './shapes.ts';

const base = '/alerts/api/v1/backtests';

/** What one version would have done. Times in Unix seconds. */
export const backtestFigures = z
  .object({
    ruleId: id,
    version: z.number().int(),
    title: z.string(),
    state: z.enum(versionStates),
    /** Alerts that it would have fired. */
    firings: z.number().int(),
    /**
     * Actions that they would have opened while nobody dealt with any; the others would have joined one that was open, of this rule or of another live
     * one about the same readings, whatever else is tried beside it. Live rules about other readings are left out: in life, alerts join theirs as well.
     */
    actions: z.number().int(),
    /** By day of each member's own calendar, yyyy-MM-dd; days without any are absent. */
    byDay: z.array(z.object({ day: z.string(), firings: z.number().int() })),
    /** Of the time since each member's first sign of life or reading; null as long as there is none. */
    perMemberWeek: z.number().nullable(),
    /** Whom, the most alerts first. */
    members: z.array(
      z.object({
        ...{ userId: id, firings: z.number().int(), lastFiredAt: z.number(), standing: z.boolean() },
        /** The day of it in the member's own calendar, yyyy-MM-dd. */
        lastFiredOn: z.string(),
      }),
    ),
    /** Share of the same time that could not be judged; null as long as there is none. */
    unknownShare: z.number().nullable(),
    /** Alerts while one of the other live rules stood for the same member, and how many such rules were replayed. */
    overlapping: z.object({ firings: z.number().int(), liveRules: z.number().int() }),
    /**
     * Its alerts held against clinical interventions of the same stretch in actions of the rule's category: how many of these it had
     * fired for within 48 hours before (caught) or had not (missed), and after how many of its alerts one followed within 48 hours or none did.
     */
    interventions: z.object({
      caught: z.number().int(),
      missed: z.number().int(),
      followedAlerts: z.number().int(),
      unfollowedAlerts: z.number().int(),
    }),
    /** Share of its readings that arrived more than an hour late: the live run did not have them. Null where it read none, and of a score. */
    lateShare: z.number().nullable(),
  })
  .meta({ id: 'BacktestFigures' });
export type BacktestFigures = z.output<typeof backtestFigures>;

/** A backtest as far as it has come. */
export const backtest = z
  .object({
    id,
    state: z.enum(backtestStates),
    /** The stretch that is replayed. Unix seconds. */
    from: z.number(),
    to: z.number(),
    membersDone: z.number().int(),
    members: z.number().int(),
    figures: z.array(backtestFigures),
  })
  .meta({ id: 'Backtest' });
export type Backtest = z.output<typeof backtest>;

const figures: Figures = {
  counts: [
    ...['membersDone', 'members', 'figures.firings', 'figures.actions', 'figures.byDay.firings', 'figures.overlapping.firings'],
    ...['caught', 'missed', 'followedAlerts', 'unfollowedAlerts'].map((name) => `figures.interventions.${name}`),
  ],
  rates: ['figures.perMemberWeek', 'figures.unknownShare', 'figures.lateShare'],
  membersSeenBy: 'clinical staff',
};
const ofBacktest = { params: z.object({ backtestId: id }), response: backtest, figures, errors: ['not_found'] } as const;

export const startBacktest = endpoint({
  id: 'alerts.startBacktest',
  service: 'alerts',
  method: 'POST',
  path: base,
  summary: 'Try versions of rules on the history of members, side by side. Answers at once; the figures are asked for as they come',
  access: access.clinicalStaffListMembers(),
  body: newBacktest,
  bodyLimitBytes: 128 * 1024,
  response: backtest,
  figures,
  errors: ['not_found', 'conflict', 'too_many_requests'],
});

export const getBacktest = endpoint({
  id: 'alerts.getBacktest',
  service: 'alerts',
  method: 'GET',
  path: `${base}/{backtestId}`,
  summary: 'One’s own backtest as far as it has come',
  access: access.clinicalStaffListMembers(),
  polled: true,
  ...ofBacktest,
});

export const cancelBacktest = endpoint({
  id: 'alerts.cancelBacktest',
  service: 'alerts',
  method: 'DELETE',
  path: `${base}/{backtestId}`,
  summary: 'Cancel one’s own backtest; what it has found until then stays',
  access: access.clinicalStaffListMembers(),
  ...ofBacktest,
});
