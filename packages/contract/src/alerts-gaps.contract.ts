import { gapKinds } from '@vigil/domain/gaps/gaps';
import * as z from 'zod';
import { access } from './access.ts';
import { gapsOfPage } from './alerts-gaps.values.ts';
import { endpoint } from './endpoint.ts';
import { commaList, id, metricId, pageNumber } from './shapes.ts';

/** Unix seconds. */
const moment = z.number();

/** A hole in what is known of a member. It is no clinical alert, and is shown grey. */
export const gap = z
  .object({
    userId: id,
    kind: z.enum(gapKinds),
    /** Of a lost source or a stuck value: which metric. */
    metric: metricId.nullable(),
    /** How far back it reaches. */
    since: moment,
    /** When it was found. */
    toldAt: moment,
  })
  .meta({ id: 'Gap' });

/** When the server could not take readings in; `until` is null as long as it cannot. */
const outage = z.object({ since: moment, until: moment.nullable() }).meta({ id: 'Outage' });

export const listGaps = endpoint({
  id: 'alerts.listGaps',
  service: 'alerts',
  method: 'GET',
  path: '/alerts/api/v1/gaps',
  summary: 'Holes in what is known of members in one’s scope, those found last first; and once for all, an outage of the server itself',
  access: access.clinicalStaffListMembers(),
  query: z.object({
    kind: commaList(z.enum(gapKinds)).optional(),
    page: pageNumber,
    per_page: z.coerce.number().int().min(1).max(gapsOfPage.most).default(gapsOfPage.usual),
  }),
  figures: { counts: ['totalElements', 'kinds.gaps'], membersSeenBy: 'clinical staff' },
  response: z.object({
    content: z.array(gap),
    totalElements: z.number().int(),
    page: z.number().int(),
    per_page: z.number().int(),
    /** How many there are of each kind, whichever kinds were asked for; kinds without any are absent. */
    kinds: z.array(z.object({ kind: z.enum(gapKinds), gaps: z.number().int() })),
    /** Silence in this time is nobody's gap. Null: there was none lately. */
    outage: outage.nullable(),
  }),
});

export const listMemberGaps = endpoint({
  id: 'alerts.listMemberGaps',
  service: 'alerts',
  method: 'GET',
  path: '/alerts/api/v1/users/{userId}/gaps',
  summary: 'Holes in what is known of one member now, and the outage that their silence may be owed to',
  access: access.clinicalStaffReadMember('userId'),
  params: z.object({ userId: id }),
  response: z.object({ gaps: z.array(gap), outage: outage.nullable() }),
});
