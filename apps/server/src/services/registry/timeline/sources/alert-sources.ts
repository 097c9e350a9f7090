import type { AlertsModule } from '#services/alerts/index.ts';
import type { Actions } from '#services/factuary/actions/index.ts';
import { excerptOrNull } from '../timeline-excerpt.ts';
import { sourceOf, type TimelineSource } from '../timeline-source.ts';

/** What became of the member's actions, each as it was called then. */
export const actionsSource = (actions: Pick<Actions, 'ofPatient'>): TimelineSource =>
  sourceOf({
    ...{ id: 'action', filter: 'alerts' },
    read: ({ tenantId, memberId }, stretch) => actions.ofPatient(tenantId, memberId, stretch),
    at: (row) => row.at,
    people: ({ byId, assigneeId }) => [byId, assigneeId],
    entry: ({ id, actionId, category, kind, status, title, priority, alert, isUndone, ...row }, named) => {
      const { interventionType: type, outcome, minutes } = row;
      const who = named(row.byId);
      return {
        ...{ id: `action-${id}`, kind: 'ACTION', clinician: named(row.assigneeId) },
        executedBy: who && { ...who, roles: [...row.byRoles] },
        action: {
          ...{ action_id: actionId, category, event: kind, status, title, priority, undone: isUndone },
          values: (alert?.triggered_values ?? []).map(({ metric, value, unit }) => ({ metric, value, unit })),
          triggeredAt: alert ? Math.floor(alert.triggered_at * 1000) : null,
          note: excerptOrNull(row.note),
          intervention: type === null || outcome === null ? null : { type, outcome, minutes },
        },
      };
    },
  });

/** How the alerts behind the actions were answered, and which went on to others because nobody did. */
export const alertsSource = (alerts: Pick<AlertsModule, 'answersAbout'>): TimelineSource =>
  sourceOf({
    ...{ id: 'alert', filter: 'alerts' },
    read: ({ tenantId, memberId }, stretch) => alerts.answersAbout(tenantId, memberId, stretch),
    at: (row) => row.at,
    people: ({ byId, told }) => [byId, ...told],
    entry: ({ key, event, severity, byId, actionId, title, isUndone, step, told }, named) => ({
      ...{ id: `alert-${key}`, kind: 'ALERT', executedBy: named(byId) },
      alert: {
        ...{ event, action_id: actionId, title, severity, step, undone: isUndone },
        told: told.flatMap((userId) => named(userId) ?? []),
      },
    }),
  });
