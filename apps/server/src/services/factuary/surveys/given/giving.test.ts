import { randomUUID } from 'node:crypto';
import type { UserSurvey } from '@vigil/contract/factuary-surveys.contract';
import { gad7 } from '@vigil/domain/surveys/shipped/gad-7';
import { phq9 } from '@vigil/domain/surveys/shipped/phq-9';
import { afterAll, describe, expect, test } from 'vitest';
import { intakeContent, startSurveys } from '../testing/surveys-server.ts';

const { harness, nurse, call, newMember, listOf, give, answer, publish, stop } = await startSurveys();
const { clock } = harness;
afterAll(stop);

describe('giving', () => {
  test.each(['is_in_the_tenant = false', 'removed_at = now()', 'deactivated_at = now()'])(
    'to a member who has left (%s) is refused, at once and by a schedule',
    async (left) => {
      const member = await newMember();
      await harness.asOwner(`update vigil.users set ${left} where id = $1`, [member.id]);
      for (const schedule of [null, { kind: 'daily', every: 1, at: '09:00', from: '2026-01-01', until: null }]) {
        const sent = { id: randomUUID(), survey_id: phq9.id, schedule };
        expect((await call('POST', `/v1/users/${member.id}/surveys`, nurse, sent)).status).toBe(409);
      }
      expect(await listOf(member)).toEqual([]);
    },
  );

  test('is not begun by an answer of the care team that was not taken', async () => {
    const member = await newMember();
    const id = await give(member, gad7.id);
    const { status, body } = await answer(member, id, [{ questionName: 'gad7_1', answerIndices: [9] }], nurse);
    expect([status, body.failed.length]).toEqual([200, 1]);
    expect(await listOf(member)).toMatchObject([{ status: 'delivered', time_opened: null, isEdited: false }]);
    await answer(member, id, [{ questionName: 'gad7_1', answerIndices: [1] }], nurse, { status: 'opened' });
    expect(await listOf(member)).toMatchObject([{ status: 'opened', isEdited: true }]);
  });

  test('is listed the last first, in pages that are counted from 0 as everywhere', async () => {
    const member = await newMember();
    const ids = [await give(member, gad7.id), await give(member, phq9.id), await give(member, gad7.id)];
    const page = async (query: string) => {
      const { status, body } = await call('GET', `/v1/users/${member.id}/surveys${query}`, member);
      return [status, body.content?.map((one: UserSurvey) => one.user_survey_id), body.totalElements, body.page];
    };
    const whole = await page('');
    expect((whole[1] as string[]).toSorted()).toEqual(ids.toSorted());
    expect(await page('?page=0&per_page=2')).toEqual([200, (whole[1] as string[]).slice(0, 2), 3, 0]);
    expect(await page('?page=1&per_page=2')).toEqual([200, (whole[1] as string[]).slice(2), 3, 1]);
    expect((await page('?page=-1'))[0]).toBe(400);
  });

  test('the same again gives once; another survey under the id is a conflict; one that is no survey is not found', async () => {
    const member = await newMember();
    const id = await give(member, gad7.id);
    const path = `/v1/users/${member.id}/surveys`;
    expect((await call('POST', path, nurse, { id, survey_id: gad7.id })).status).toBe(200);
    expect((await call('POST', path, nurse, { id, survey_id: phq9.id })).status).toBe(409);
    expect((await call('POST', path, nurse, { id: randomUUID(), survey_id: randomUUID() })).status).toBe(404);
    expect((await call('POST', path, member, { id: randomUUID(), survey_id: gad7.id })).status).toBe(403);
    expect(await listOf(member)).toHaveLength(1);
  });

  test('by a schedule: each day at its time in the member’s zone; what nobody opened expires when the next one comes', async () => {
    const member = await newMember({ timeZone: 'America/Los_Angeles' });
    const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Los_Angeles' }).format(clock.now());
    const scheduleId = await give(member, gad7.id, { kind: 'daily', at: '00:00', from: today });
    expect(await listOf(member)).toHaveLength(1);
    clock.advance(2 * 86_400_000);
    expect((await listOf(member)).map(({ status }) => status)).toEqual(['delivered', 'expired', 'expired']);
    const [last] = await listOf(member);
    const at = new Intl.DateTimeFormat('en-GB', { timeZone: 'America/Los_Angeles', timeStyle: 'short' });
    expect([last?.origin, at.format((last?.time_delivered ?? 0) * 1000)]).toEqual(['schedule', '00:00']);
    expect((await call('GET', `/v1/users/${member.id}/survey-schedules`, member)).body).toMatchObject([
      { id: scheduleId, name: 'GAD-7', ended: false, schedule: { kind: 'daily', every: 1 } },
    ]);
    expect((await call('DELETE', `/v1/users/${member.id}/survey-schedules/${scheduleId}`, nurse)).status).toBe(200);
    clock.advance(3 * 86_400_000);
    expect(await listOf(member)).toHaveLength(3);
  });

  test.each(['once', 'weekly', 'monthly'] as const)(
    'by a schedule (%s), and the member moves west: it is not given a second time',
    async (kind) => {
      const member = await newMember({ timeZone: 'Pacific/Auckland' });
      const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Pacific/Auckland' }).format(clock.now());
      await give(member, gad7.id, { kind, at: '00:00', from: today });
      expect(await listOf(member)).toHaveLength(1);
      await harness.asOwner(`update vigil.users set time_zone = 'America/Los_Angeles' where id = $1`, [member.id]);
      clock.advance(86_400_000);
      expect((await listOf(member)).map(({ status }) => status)).toEqual(['delivered']);
      clock.advance(32 * 86_400_000);
      expect((await listOf(member)).length > 1).toBe(kind !== 'once');
    },
  );

  test('looked at by many at the same time, a delivery is made once', async () => {
    const member = await newMember();
    const today = new Date(clock.now()).toISOString().slice(0, 10);
    await give(member, gad7.id, { kind: 'once', at: '00:00', from: today });
    const lists = await Promise.all([listOf(member), listOf(member, member), listOf(member)]);
    expect(new Set(lists.flat().map(({ user_survey_id }) => user_survey_id)).size).toBe(1);
  });

  test('an intake survey reaches who arrives after it was published, once, and nobody who was there before', async () => {
    const [before, later] = [await newMember({ onboardedAt: new Date(clock.now() - 1000) }), 1_000];
    const id = await publish(intakeContent, { intake: true, name: 'Intake' });
    clock.advance(later);
    const arrived = await newMember({ onboardedAt: new Date(clock.now()) });
    expect((await call('GET', '/v1/surveys?intake=true', nurse)).body).toMatchObject([{ id, name: 'Intake', intake: true }]);
    expect((await listOf(before)).map(({ survey_id }) => survey_id)).not.toContain(id);
    expect((await listOf(arrived, arrived)).map(({ survey_id, origin }) => [survey_id, origin])).toEqual([[id, 'intake']]);
    expect(await listOf(arrived)).toHaveLength(1);
    const { body } = await call('GET', `/v2/surveys/${id}`, nurse);
    expect((await call('POST', `/v2/surveys/${id}/retire`, nurse, { revision: body.revision })).status).toBe(200);
    expect((await call('GET', '/v1/surveys?intake=true', nurse)).body).toEqual([]);
  });
});
