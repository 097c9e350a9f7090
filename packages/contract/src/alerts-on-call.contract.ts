import { actionRoles } from '@vigil/domain/actions/moves';
import * as z from 'zod';
import { access } from './access.ts';
import { alarm } from './alerts-alarms.contract.ts';
import { changedRota, handover, newOverride, shift } from './alerts-on-call.forms.ts';
import { endpoint } from './endpoint.ts';
import { id } from './shapes.ts';

/** Milliseconds since 1970. */
const milliseconds = z.number();
const role = z.enum(actionRoles);
const person = z.object({ id, firstName: z.string(), lastName: z.string() });

/** Who is on call for a role at this moment. */
const onCallNow = z
  .object({
    role,
    people: z.array(person),
    /** Whom the rota or a cover names, and who is on hold, has left or holds the role no longer: alarms do not ask them. */
    absent: z.array(person),
    /** When that may change; null where nothing says that it will. */
    until: milliseconds.nullable(),
    source: z.enum(['cover', 'shift', 'nobody']),
  })
  .meta({ id: 'OnCallNow' });
export type OnCallNow = z.output<typeof onCallNow>;

const cover = z
  .object({
    id,
    role,
    kind: z.enum(['override', 'handover']),
    staffId: id,
    from: milliseconds,
    until: milliseconds,
    saidBy: id,
    saidAt: milliseconds,
  })
  .meta({ id: 'OnCallCover' });

/** The week of a role, and who is on call instead now and later. */
const rota = z
  .object({
    role,
    /** 0 where nobody has written one. */
    version: z.number().int(),
    timeZone: z.string().nullable(),
    shifts: z.array(shift),
    covers: z.array(cover),
  })
  .meta({ id: 'OnCallRota' });
export type OnCallRota = z.output<typeof rota>;
export type OnCallCover = z.output<typeof cover>;

const base = '/alerts/api/v1/on-call';
const ofRole = z.object({ role });
const rotas = z.object({ rotas: z.array(rota), people: z.array(person) });
export type OnCallRotas = z.output<typeof rotas>;

export const getOnCall = endpoint({
  id: 'alertsOnCall.get',
  service: 'alerts',
  method: 'GET',
  path: base,
  summary: 'Who is on call week by week, role by role, with overrides and handovers that hold or are to come',
  access: access.staff(),
  response: rotas,
});

export const getOnCallNow = endpoint({
  id: 'alertsOnCall.now',
  service: 'alerts',
  method: 'GET',
  path: `${base}/now`,
  summary: 'Who is on call at this moment, role by role, and until when',
  access: access.staff(),
  response: z.array(onCallNow),
});

export const putRota = endpoint({
  id: 'alertsOnCall.put',
  service: 'alerts',
  method: 'PUT',
  path: `${base}/{role}`,
  summary: 'Write the week of a role. A stale one is refused, naming both versions',
  access: access.authorRules(),
  params: ofRole,
  body: changedRota,
  response: rota,
  errors: ['conflict'],
});

export const postOverride = endpoint({
  id: 'alertsOnCall.override',
  service: 'alerts',
  method: 'POST',
  path: `${base}/{role}/overrides`,
  summary: 'Let somebody be on call instead, for a time. Sent again with the same id it is said once',
  access: access.authorRules(),
  params: ofRole,
  body: newOverride,
  response: rota,
  errors: ['conflict'],
});

export const deleteOverride = endpoint({
  id: 'alertsOnCall.removeOverride',
  service: 'alerts',
  method: 'DELETE',
  path: `${base}/{role}/overrides/{overrideId}`,
  summary: 'Take an override or a handover back: the rota holds again',
  access: access.authorRules(),
  params: ofRole.extend({ overrideId: id }),
  response: rota,
  errors: ['not_found'],
});

export const postHandover = endpoint({
  id: 'alertsOnCall.handOver',
  service: 'alerts',
  method: 'POST',
  path: `${base}/{role}/handover`,
  summary: 'Hand over now, by whoever is on call or a physician, or take over: with the open alerts of members whom the caller may see',
  access: access.handOver(),
  params: ofRole,
  body: handover,
  response: z.object({ now: onCallNow, standing: z.array(alarm) }),
  errors: ['conflict'],
});
