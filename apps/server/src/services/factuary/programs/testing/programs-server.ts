import { randomUUID } from 'node:crypto';
import type { NewProgram } from '@vigil/contract/factuary-programs.forms';
import {
  type AuthoredProgram,
  authoredProgram,
  type Program,
  program as programSchema,
  type UserInsight,
  type UserPledge,
} from '@vigil/contract/factuary-programs.shapes';
import { afterAll, expect } from 'vitest';
import { useHarness } from '#testing/harness.ts';
import { startModules } from '#testing/start-modules.ts';

type Who = { readonly id: string };
type SentStep = Omit<NewProgram['modules'][number]['steps'][number], 'text'> & { readonly text?: string };
/** A program as a client sends it: what has a default may be left out. */
export type SentProgram = Pick<NewProgram, 'id' | 'name' | 'title'> & {
  readonly description?: string;
  readonly modules: readonly { readonly name: string; readonly steps: readonly SentStep[] }[];
};

export const insight = (title: string, day = 0, over: Partial<SentStep> = {}): SentStep => ({
  ...{ type: 'insight', title, text: `**${title}** in a few words`, day },
  ...over,
});
export const pledge = (title: string, day = 0, over: Partial<SentStep> = {}): SentStep => ({ type: 'pledge', title, day, ...over });
export const sentProgram = (over: Partial<SentProgram> = {}): SentProgram => ({
  ...{ id: randomUUID(), name: 'Sleep, first month', title: 'Sleep well' },
  modules: [
    { name: 'Week one', steps: [insight('Why we sleep'), pledge('No screen after ten', 1)] },
    { name: 'Week two', steps: [insight('Light', 7)] },
  ],
  ...over,
});

/** Every module over HTTP, and what tests of programs ask. Moments of content are the database's: tests move rows, not clocks. */
export async function startPrograms() {
  const harness = await useHarness();
  const server = await startModules(harness);
  afterAll(() => server.stop());

  async function call(method: 'GET' | 'POST' | 'PUT' | 'PATCH', url: string, by: Who, payload?: unknown) {
    const answer = await server.http.inject({
      ...{ method, url: `/factuary/api/${url}` },
      headers: { authorization: `Bearer ${by.id}`, ...(payload === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(payload === undefined ? {} : { payload: JSON.stringify(payload) }),
    });
    return { status: answer.statusCode, body: answer.json() };
  }
  async function taken(method: 'GET' | 'POST' | 'PUT' | 'PATCH', url: string, by: Who, payload?: unknown) {
    const { status, body } = await call(method, url, by, payload);
    expect([status, body.error]).toEqual([200, undefined]);
    return body;
  }
  const write = async (by: Who, sent: SentProgram = sentProgram()): Promise<AuthoredProgram> =>
    authoredProgram.parse(await taken('POST', 'v2/programs', by, sent));

  return {
    ...{ harness, server, call, taken, write, deliver: server.modules.programs.deliver },

    async published(by: Who, sent: SentProgram = sentProgram()): Promise<AuthoredProgram> {
      const { id, revision } = await write(by, sent);
      return taken('POST', `v2/programs/${id}/publish`, by, { op: 'publish', revision });
    },
    change: (member: Who, by: Who, ...changes: readonly object[]) => taken('PATCH', `v2/users/${member.id}/programs`, by, changes),
    async programsOf(member: Who, by: Who): Promise<Program[]> {
      const { assigned } = await taken('GET', `v2/users/${member.id}/programs/detail`, by);
      return assigned.map((one: unknown) => programSchema.parse(one));
    },
    async insightsOf(member: Who, by: Who, query = ''): Promise<UserInsight[]> {
      return (await taken('GET', `v1/users/${member.id}/userinsights${query}`, by)).content;
    },
    async pledgesOf(member: Who, by: Who, query = ''): Promise<UserPledge[]> {
      return (await taken('GET', `v1/users/${member.id}/userpledges${query}`, by)).content;
    },
    /** Puts what a member still waits for, or what has been delivered, so many days into the past. */
    async daysPass(member: Who, days: number) {
      await harness.asOwner(
        `update vigil.program_items set due_at = due_at - make_interval(days => $2), due_day = due_day - $2::int,
           delivered_at = delivered_at - make_interval(days => $2), expires_at = expires_at - make_interval(days => $2)
         where user_id = $1`,
        [member.id, days],
      );
      await server.modules.programs.deliver();
    },
  };
}
