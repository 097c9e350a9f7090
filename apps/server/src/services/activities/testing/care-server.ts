import { type Activity, activity as activitySchema } from '@vigil/contract/activities.contract';
import type { NewActivity } from '@vigil/contract/activities.forms';
import { afterAll, expect } from 'vitest';
import { useHarness } from '#testing/harness.ts';
import { startModules } from '#testing/start-modules.ts';

type Who = { readonly id: string };

/** Every module over HTTP, with a tenant whose clock stands at 15:00 of 10 June 2026 in UTC, and what tests of logging ask. */
export async function startCare() {
  const harness = await useHarness();
  harness.clock.set(Date.parse('2026-06-10T15:00:00Z'));
  const server = await startModules(harness);
  afterAll(() => server.stop());

  async function call(method: 'GET' | 'POST' | 'PUT', url: string, by: Who, payload?: unknown) {
    const isBytes = Buffer.isBuffer(payload);
    const answer = await server.http.inject({
      method,
      url,
      headers: {
        authorization: `Bearer ${by.id}`,
        ...(payload === undefined ? {} : { 'content-type': isBytes ? 'image/jpeg' : 'application/json' }),
      },
      ...(payload === undefined ? {} : { payload: isBytes ? payload : JSON.stringify(payload) }),
    });
    const isJson = String(answer.headers['content-type']).includes('json');
    return { status: answer.statusCode, body: isJson ? answer.json() : null, headers: answer.headers };
  }

  const pathOf = ({ id }: Who) => `/activities/api/v1/activities/${id}`;
  const post = (member: Who, sent: NewActivity, query = '', by: Who = member) =>
    call('POST', `${pathOf(member)}/activities${query}`, by, sent);

  return {
    harness,
    server,
    call,
    pathOf,
    post,
    /** Logs what has to be taken, and answers it. */
    async log(member: Who, sent: NewActivity, query = '', by: Who = member): Promise<Activity> {
      const { status, body } = await post(member, sent, query, by);
      expect([status, body.error]).toEqual([200, undefined]);
      return activitySchema.parse(body);
    },
    async list(member: Who, query = '', by: Who = member): Promise<Activity[]> {
      const { status, body } = await call('GET', `${pathOf(member)}${query}`, by);
      expect([status, body.error]).toEqual([200, undefined]);
      return body;
    },
  };
}
