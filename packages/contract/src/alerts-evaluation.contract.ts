import * as z from 'zod';
import { access } from './access.ts';
import { endpoint } from './endpoint.ts';

/** Unix seconds. */
const moment = z.number();

/** Whether the rules of a tenant judge everything that has arrived. Never to be read as "clear" where they do not, or there are none. */
export const evaluation = z
  .object({
    isEvaluated: z.boolean(),
    /** Since when something waits to be judged, or readings can be neither taken in nor read; null where nothing waits, or nothing was ever judged. */
    notEvaluatedSince: moment.nullable(),
    /** Members with readings, or a time that has come, that waits for more than a minute; right after a start: that waits at all. */
    membersWaiting: z.number().int(),
    /** When anybody was judged last. */
    evaluatedAt: moment.nullable(),
    /**
     * `restarted`, `first_rules`: the server has just started, or the tenant has just got its first rules, and not everybody was judged
     * since. `no_rules`: no rule is live, so that nobody is judged. `being_set_up`: the same, while the tenant's first data is still being stored.
     */
    because: z.enum(['readings_unavailable', 'behind', 'restarted', 'first_rules', 'no_rules', 'being_set_up']).nullable(),
  })
  .meta({ id: 'AlertEvaluation' });
export type Evaluation = z.output<typeof evaluation>;

export const getEvaluation = endpoint({
  id: 'alerts.getEvaluation',
  service: 'alerts',
  method: 'GET',
  path: '/alerts/api/v1/evaluation',
  summary: 'Since when the alert rules have not judged everything that arrived, and how many members wait',
  access: access.staff(),
  polled: true,
  otherNumbers: { membersWaiting: 'How far the server is behind, the same for all of the staff: it says nothing of what was measured.' },
  response: evaluation,
});
