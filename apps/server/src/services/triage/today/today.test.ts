import type { TodayRow } from '@vigil/contract/triage-today.contract';
import { describe, expect, test } from 'vitest';
import { type TestUser, useHarness } from '#testing/harness.ts';
import { tickBatch } from '#testing/ticks.ts';
import { alertAbout, startTriage } from '../testing/triage-server.ts';

const harness = await useHarness();
/** The server's clock stands still, and where the tenants are it is about noon: neither an hour nor a day ends in between. */
const startedMs = Date.now();
const clock = { now: () => startedMs };
const hoursEastOfUtc = 12 - new Date(startedMs).getUTCHours();
const tenantZone = `Etc/GMT${hoursEastOfUtc > 0 ? '-' : '+'}${Math.abs(hoursEastOfUtc)}`;
const { writer, cohort: inCohort, call, staff, opened, alarm, gap, endGaps } = await startTriage(harness, clock, tenantZone);
const now = Math.floor(startedMs / 1000);

interface Page {
  readonly content: TodayRow[];
  readonly totalElements: number;
  readonly counts: { open: number; gaps: number; reviewed: number };
  readonly order: string[];
}
const today = async (by: TestUser, query = '') => (await call<Page>('GET', `/triage/api/v1/today${query}`, by)).body;
const put = (member: TestUser, by: TestUser, mark: string, reason = 'Known, being treated') =>
  call<TodayRow>('POST', `/triage/api/v1/today/${member.id}/reviewed`, by, { mark, reason });
const refusalOf = ({ status, body }: Awaited<ReturnType<typeof put>>) => ({
  status,
  ...(body as unknown as { error: { code: string; message: string; fields?: { field: string; message: string }[] } }).error,
});
const undo = (member: TestUser, by: TestUser) => call<TodayRow>('DELETE', `/triage/api/v1/today/${member.id}/reviewed`, by);
const idsOf = ({ content }: Page) => content.map(({ user_id }) => user_id);
const rowOf = async (member: TestUser, by: TestUser) => (await today(by)).content.find(({ user_id }) => user_id === member.id) as TodayRow;
async function clinic() {
  const tenant = await harness.createTenant();
  const [nurse, other, observer] = [await staff(tenant, 'nurse'), await staff(tenant, 'md'), await staff(tenant, 'observer')];
  const member = (familyName = 'Member', over: object = {}) => harness.createUser(tenant, { familyName, ...over });
  return { tenant, nurse, other, observer, member };
}

describe('Today', () => {
  test('is one row a member in the order that it states, whatever is open about them; who has nothing open is absent', async () => {
    const { nurse, member } = await clinic();
    const [critical, high, climbed, overdue, quiet, left] = (await Promise.all(
      ['Critical', 'High', 'Climbed', 'Overdue', 'Quiet', 'Left'].map((name) =>
        member(name, name === 'Left' ? { isInTheTenant: false } : {}),
      ),
    )) as [TestUser, TestUser, TestUser, TestUser, TestUser, TestUser];
    await opened(high, { priority: 'HIGH' });
    await opened(climbed, { priority: 'HIGH' });
    await alarm(climbed, { level: 1 });
    await opened(overdue, { priority: 'HIGH', dueAtMs: Date.now() - 60_000, timeToLiveSeconds: 86_400 });
    await opened(critical, { priority: 'LOW', title: 'Answer in the survey', category: 'SURVEY' });
    await opened(critical, { priority: 'CRITICAL' });
    await opened(left, { priority: 'CRITICAL' });
    const page = await today(nurse);
    expect(idsOf(page)).toEqual([critical, climbed, overdue, high].map(({ id }) => id));
    expect(page.order).toEqual(['severity', 'escalation', 'overdue', 'news2', 'change', 'age']);
    expect([page.totalElements, page.counts]).toEqual([4, { open: 4, gaps: 0, reviewed: 0 }]);
    expect(page.content[0]).toMatchObject({ severity: 'CRITICAL', reason: { title: 'Pulse high' }, alarms: [] });
    expect(page.content[0]?.actions.map(({ priority, may_handle }) => [priority, may_handle])).toEqual([
      ['CRITICAL', true],
      ['LOW', true],
    ]);
    expect([page.content[2]?.isOverdue, page.content[3]?.isOverdue]).toEqual([true, false]);
    expect(idsOf(page)).not.toContain(quiet.id);
    expect([idsOf(await today(nurse, '?per_page=3&page=0')), idsOf(await today(nurse, '?per_page=3&page=1'))].flat()).toEqual(idsOf(page));
  });

  test('tells the reason as it was frozen and as it is now, with its course, both with their ages; NEWS2 as a bound', async () => {
    const { nurse, member } = await clinic();
    const [one, silent] = [await member('One'), await member('Silent')];
    await opened(one, { alert: alertAbout('heart_rate', 118.5, 74, { triggered_at: now - 3_600 }) });
    await opened(silent, { alert: alertAbout('heart_rate', 118.5, 74, { triggered_at: now - 3_600 }) });
    const hour = Math.floor(now / 3_600) * 3_600;
    const newest = Math.max(now - 30, hour);
    await writer.append(
      tickBatch(one, {
        heart_rate: [
          [hour - 7_200, 100],
          [hour - 3_000, 120],
          [newest, 131],
        ],
        spo2: [[now - 60, 91]],
        resp_rate: [[now - 2 * 86_400, 30]],
      }),
    );
    await writer.rollupsSettled();
    const row = await rowOf(one, nurse);
    expect(row.reason).toEqual({
      ...{ title: 'Pulse high', metric: 'heart_rate', unit: 'bpm', since: now - 3_600 },
      fired: { value: 118.5, baseline: 74, at: now - 3_600, timeframe: '1h', compared: '28d' },
      latest: { value: 131, at: newest, isStale: false, outOfRange: null },
    });
    expect([row.course?.stepSeconds, row.course?.reference, row.course?.values.length]).toEqual([3_600, 74, 24]);
    expect(row.course?.values.slice(-3)).toEqual([100, 120, 131].map((mean) => expect.closeTo(mean, 5)));
    // Pulse 131 scores 3, SpO2 91 scores 3; the breath of two days ago is unknown.
    expect(row.news2).toEqual({ low: 6, high: 20, known: 2 });
    expect(row.dataAt).toBe(newest);
    const unknown = await rowOf(silent, nurse);
    expect([unknown.reason?.latest, unknown.course, unknown.news2, unknown.dataAt, unknown.band.status]).toEqual([
      null,
      null,
      null,
      null,
      'unknown',
    ]);
  });

  test('a follow-up shows the reading that the action before it was about', async () => {
    const { nurse, member } = await clinic();
    const one = await member('One');
    const before = await opened(one, { alert: alertAbout('spo2', 89, null, { triggered_at: now - 3_600 }), priority: 'LOW' });
    await opened(one, {
      ...{ category: 'PATIENT_FOLLOWUP', title: 'Check again', parentId: before, openKey: 'follow-up', priority: 'MEDIUM' },
      dueAtMs: (now + 3_600) * 1000,
    });
    await writer.append(tickBatch(one, { spo2: [[now - 60, 88]] }));
    await writer.rollupsSettled();
    const { reason } = await rowOf(one, nurse);
    expect(reason).toMatchObject({ title: 'Check again', metric: 'spo2', fired: { value: 89 }, latest: { value: 88, isStale: false } });
  });

  test('tells since when the alert is so that it is told by, and not since when a milder one raised the alarm', async () => {
    const { nurse, member } = await clinic();
    const [climbed, early, ahead] = [await member('Climbed'), await member('Early'), await member('Ahead')];
    const about = (triggered_at: number) => ({ alert: alertAbout('rhr', 90, 74, { triggered_at }) });
    await alarm(climbed, { raisedAt: (now - 7_200) * 1000, actionIds: [await opened(climbed, about(now - 600))] });
    await alarm(early, { raisedAt: (now - 60) * 1000, actionIds: [await opened(early, about(now - 3_600))] });
    await opened(ahead, about(now + 3_600));
    const page = await today(nurse);
    expect(idsOf(page)).toEqual([early, climbed, ahead].map(({ id }) => id));
    expect(page.content.map(({ reason }) => reason?.since)).toEqual([now - 3_600, now - 600, startedMs / 1000]);
  });

  test('of several with the same severity the higher lower bound of NEWS2 is first, then the greater change', async () => {
    const { nurse, member } = await clinic();
    const [little, much, ill] = [await member('Little'), await member('Much'), await member('Ill')];
    await opened(little, { alert: alertAbout('rhr', 70, 65) });
    await opened(much, { alert: alertAbout('rhr', 40, 80) });
    await opened(ill, { alert: alertAbout('rhr', 66, 65) });
    await writer.append(tickBatch(ill, { spo2: [[now - 60, 90]] }));
    await writer.rollupsSettled();
    expect(idsOf(await today(nurse))).toEqual([ill.id, much.id, little.id]);
  });

  test('says who has it, who acknowledged its alarm and until when it is snoozed', async () => {
    const { nurse, other, member } = await clinic();
    const one = await member();
    const action = await opened(one, { assigneeId: nurse.id });
    await alarm(one, { state: 'snoozed', by: other.id, severity: 'CRITICAL', dueAt: (now + 900) * 1000, actionIds: [action], level: 2 });
    await alarm(one, { state: 'cleared', severity: 'CRITICAL' });
    const row = await rowOf(one, nurse);
    expect([row.severity, row.assignee?.id, row.assigneeRole]).toEqual(['CRITICAL', nurse.id, 'nurse']);
    expect(row.alarms).toMatchObject([{ state: 'snoozed', by: { id: other.id, firstName: 'md' }, dueAt: now + 900 }]);
    expect(row.alarms).toHaveLength(1);
  });

  test('gaps are a list of their own, without severity; beside something clinical they stand in its row', async () => {
    const { nurse, member } = await clinic();
    const [silent, both] = [await member('Silent'), await member('Both')];
    await gap(silent, { kind: 'not_syncing', since: now - 90_000 });
    await gap(both, { since: now - 50_000 });
    await opened(silent, { category: 'DATA_GAP', title: 'Not syncing', priority: 'CRITICAL' });
    await opened(both);
    expect(idsOf(await today(nurse))).toEqual([both.id]);
    expect((await today(nurse)).content[0]?.gaps).toEqual([{ kind: 'band_off', metric: null, since: now - 50_000 }]);
    const gaps = await today(nurse, '?list=gaps');
    expect(gaps.content).toMatchObject([{ user_id: silent.id, severity: null, gaps: [{ kind: 'not_syncing' }] }]);
    expect(gaps.counts).toEqual({ open: 1, gaps: 1, reviewed: 0 });
  });

  test('is of whom I look after, of my teams, of a cohort, or of all', async () => {
    const { nurse, tenant, member } = await clinic();
    const [mine, given, mate, cohort, other] = (await Promise.all(
      ['Mine', 'Given', 'Mate', 'Cohort', 'Other'].map((name) => member(name)),
    )) as [TestUser, TestUser, TestUser, TestUser, TestUser];
    for (const one of [mine, mate, cohort, other]) await opened(one);
    await opened(given, { assigneeId: nurse.id });
    await harness.asOwner(
      'insert into vigil.care_relations (tenant_id, clinician_id, patient_id, team_type, assignment_type, assigned_at) values ($1, $2, $3, $4, $5, now())',
      [...[tenant.id, nurse.id, mine.id, 'PRIMARY', 'DIRECT_ASSIGNMENT']],
    );
    const [team] = await harness.asOwner<{ id: string }>(
      `insert into vigil.care_teams (tenant_id, id, name, created_at, changed_at) values ($1, gen_random_uuid(), 'Team', now(), now()) returning id`,
      [tenant.id],
    );
    for (const [id, side] of [
      [nurse.id, 'CLINICIAN'],
      [mate.id, 'PATIENT'],
    ])
      await harness.asOwner('insert into vigil.care_team_people (tenant_id, care_team_id, user_id, side) values ($1, $2, $3, $4)', [
        ...[tenant.id, team?.id, id, side],
      ]);
    inCohort.push(cohort.id);
    const names = async (query: string) => (await today(nurse, query)).content.map(({ user }) => user.lastName).sort();
    expect(await names('?scope=mine')).toEqual(['Given', 'Mine']);
    expect(await names('?scope=teams')).toEqual(['Mate']);
    expect(await names(`?scope=cohort&cohort=${tenant.id}`)).toEqual(['Cohort']);
    expect(await names('?scope=all')).toHaveLength(5);
    for (const query of ['?scope=cohort', `?scope=all&cohort=${tenant.id}`])
      expect((await call<{ error: { fields: object[] } }>('GET', `/triage/api/v1/today${query}`, nurse)).body.error.fields).toMatchObject([
        { field: 'cohort' },
      ]);
  });

  test('in a tenant that shows staff only whom they look after, nobody else stands in it', async () => {
    const tenant = await harness.createTenant({ settings: { access: { patients: 'assigned' } } });
    const nurse = await staff(tenant, 'nurse');
    const hidden = await harness.createUser(tenant);
    await opened(hidden, { assigneeId: nurse.id });
    for (const scope of ['all', 'mine', 'teams']) expect(idsOf(await today(nurse, `?scope=${scope}`))).toEqual([]);
    expect((await put(hidden, nurse, 'any')).status).toBe(403);
  });
});

describe('critical alerts', () => {
  test('are those that told the caller and that nobody has acknowledged, of members whom the caller may see', async () => {
    const { nurse, other, member } = await clinic();
    const one = await member('Ill', { givenName: 'Ivo' });
    const told = (of: TestUser, id: string, by: TestUser) =>
      harness.asOwner(
        `insert into vigil.alarm_events (tenant_id, alarm_id, kind, state, severity, level, is_judged, rang, told)
         values ($1, $2, 'persisted', 'raised', 'CRITICAL', 0, true, true, $3::uuid[])`,
        [of.tenantId, id, [by.id]],
      );
    const [mine, high, answered] = [
      await alarm(one, { severity: 'CRITICAL' }),
      await alarm(one, { severity: 'HIGH' }),
      await alarm(one, { severity: 'CRITICAL', state: 'acknowledged', by: other.id }),
    ];
    for (const id of [mine, high, answered]) await told(one, id, nurse);
    const critical = async (by: TestUser) => (await call<object[]>('GET', '/triage/api/v1/today/critical', by)).body;
    expect(await critical(nurse)).toEqual([
      { alarm_id: mine, user_id: one.id, firstName: 'Ivo', lastName: 'Ill', title: 'Pulse high', raisedAt: expect.any(Number) },
    ]);
    expect(await critical(other)).toEqual([]);
    // Whoever is given its action has it as well, though nobody told them.
    await opened(one, { assigneeId: other.id });
    expect(await critical(other)).toMatchObject([{ alarm_id: mine }]);
    expect((await call('GET', '/triage/api/v1/today/critical', one)).status).toBe(403);
    const hidden = await harness.createTenant({ settings: { access: { patients: 'assigned' } } });
    const theirs = await staff(hidden, 'nurse');
    const unseen = await harness.createUser(hidden);
    await told(unseen, await alarm(unseen, { severity: 'CRITICAL' }), theirs);
    expect(await critical(theirs)).toEqual([]);
  });
});

describe('a row that was reviewed', () => {
  test('is put aside for the whole team, with name and time, and anybody may bring it back', async () => {
    const { nurse, other, observer, member } = await clinic();
    const one = await member();
    await opened(one);
    const row = await rowOf(one, nurse);
    const { status, body } = await put(one, nurse, row.mark);
    expect([status, body.review?.by?.id, body.review?.at]).toEqual([200, nurse.id, expect.closeTo(Date.now() / 1000, -2)]);
    expect(body.review?.reason).toBe('Known, being treated');
    expect(body.review?.lapsesAt).toBe((Math.floor(now / 3_600) + 12) * 3_600);
    for (const person of [nurse, other, observer]) {
      expect(idsOf(await today(person))).toEqual([]);
      expect((await today(person, '?list=reviewed')).content).toMatchObject([{ user_id: one.id, review: { by: { firstName: 'nurse' } } }]);
    }
    expect((await undo(one, other)).body.review).toBe(null);
    expect((await undo(one, other)).status).toBe(200);
    expect(idsOf(await today(nurse))).toEqual([one.id]);
    expect((await put(one, other, row.mark)).body.review?.by?.id).toBe(other.id);
    const history = await harness.asOwner('select by_id, ended_by, end_reason from vigil.reviews where user_id = $1 order by at', [one.id]);
    expect(history).toEqual([
      { by_id: nurse.id, ended_by: other.id, end_reason: 'undone' },
      { by_id: other.id, ended_by: null, end_reason: null },
    ]);
  });

  test('is the first one’s: whoever comes second is told who and when, and that their reason was not kept', async () => {
    const { nurse, other, member } = await clinic();
    const one = await member();
    const action = await opened(one);
    const mild = await alarm(one, { severity: 'LOW', actionIds: [action] });
    const { mark } = await rowOf(one, nurse);
    await put(one, nurse, mark);
    const minutesAgo = (minutes: number) =>
      harness.asOwner('update vigil.reviews set at = to_timestamp($2 / 1000.0) where user_id = $1', [one.id, startedMs - minutes * 60_000]);
    await minutesAgo(0);
    const message = (who: string, ago: string) =>
      `${who} already marked this member as reviewed ${ago}. Your reason wasn’t saved. To use yours, undo the review first.`;
    const told = message('nurse Staff', 'just now');
    expect(refusalOf(await put(one, other, mark, 'Seen at the clinic'))).toEqual({
      ...{ status: 409, code: 'conflict', message: told },
      fields: [{ field: 'reason', message: told }],
    });
    await minutesAgo(4);
    // The same reason is no agreement that anybody has kept either.
    expect(refusalOf(await put(one, other, mark)).message).toBe(message('nurse Staff', '4 min ago'));
    await minutesAgo(125);
    expect(refusalOf(await put(one, nurse, mark, 'Seen at the clinic')).message).toBe(
      'You already marked this member as reviewed 2 h ago with another reason. Your reason wasn’t saved. To use yours, undo the review first.',
    );
    // Sent again, it is done: also when what is open has become less since, which brings no row back.
    await alarm(one, { id: mild, state: 'resolved' });
    const again = await put(one, nurse, mark);
    expect([again.status, again.body.review]).toMatchObject([200, { by: { id: nurse.id }, reason: 'Known, being treated' }]);
    expect(await harness.asOwner('select by_id, reason from vigil.reviews where user_id = $1', [one.id])).toEqual([
      { by_id: nurse.id, reason: 'Known, being treated' },
    ]);
    await undo(one, other);
    const { mark: now } = await rowOf(one, other);
    expect((await put(one, other, now, 'Seen at the clinic')).body.review).toMatchObject({
      ...{ by: { id: other.id }, reason: 'Seen at the clinic' },
    });
  });

  test('observers read and put nothing aside', async () => {
    const { observer, member } = await clinic();
    const one = await member();
    await opened(one);
    const row = await rowOf(one, observer);
    expect(row.actions.map(({ may_handle }) => may_handle)).toEqual([false]);
    expect((await put(one, observer, row.mark)).status).toBe(403);
    expect((await undo(one, observer)).status).toBe(403);
  });

  test('comes back with anything new or worse, for good, and is not put aside unseen', async () => {
    const { nurse, member } = await clinic();
    const one = await member();
    const action = await opened(one);
    const mild = await alarm(one, { severity: 'LOW', actionIds: [action] });
    const before = await rowOf(one, nurse);
    await alarm(one, { id: mild, severity: 'MEDIUM' });
    expect((await put(one, nurse, before.mark)).status).toBe(409);
    expect((await put(one, nurse, (await rowOf(one, nurse)).mark)).status).toBe(200);
    await alarm(one, { id: mild, state: 'resolved' });
    expect(idsOf(await today(nurse))).toEqual([]);
    await gap(one);
    expect(idsOf(await today(nurse))).toEqual([one.id]);
    await endGaps(one);
    expect(idsOf(await today(nurse))).toEqual([one.id]);
  });

  test('is not put aside while a critical or high alarm asks for somebody; once that is acknowledged it is', async () => {
    const { nurse, other, member } = await clinic();
    const one = await member();
    const action = await opened(one);
    for (const severity of ['CRITICAL', 'HIGH'] as const) {
      const id = await alarm(one, { severity, actionIds: [action] });
      const row = await rowOf(one, nurse);
      expect(row.reviewable).toBe('unacknowledged');
      const refused = await put(one, nurse, row.mark);
      expect([refused.status, (refused.body as unknown as { error: { message: string } }).error.message]).toEqual([
        409,
        expect.stringContaining('Acknowledge it first'),
      ]);
      await alarm(one, { id, severity, actionIds: [action], state: 'acknowledged', by: other.id });
    }
    const row = await rowOf(one, nurse);
    expect([row.reviewable, (await put(one, nurse, row.mark)).status]).toEqual(['yes', 200]);
  });

  test('is not put aside while an alarm asks of which a critical alert has cleared unacknowledged', async () => {
    const { nurse, member } = await clinic();
    const one = await member();
    const action = await opened(one);
    const id = await alarm(one, { severity: 'MEDIUM', actionIds: [action] });
    expect((await rowOf(one, nurse)).reviewable).toBe('yes');
    const cleared = (isUnanswered: boolean) =>
      harness.asOwner(
        `insert into vigil.alarm_parts (tenant_id, alarm_id, rule_id, version, firing_id, action_id, title, severity, subject, direction, role,
           judged_at, holds, is_unanswered, ended)
         select tenant_id, id, id, 1, gen_random_uuid(), $2, 'Pulse very high', 'CRITICAL', '{"kind": "metric", "metric": "rhr"}', 'at_least', 'md',
           now(), false, $3, false from vigil.alarms where id = $1
         on conflict (tenant_id, alarm_id, rule_id) do update set is_unanswered = excluded.is_unanswered`,
        [id, action, isUnanswered],
      );
    await cleared(true);
    expect((await rowOf(one, nurse)).reviewable).toBe('unacknowledged');
    await cleared(false);
    expect((await rowOf(one, nurse)).reviewable).toBe('yes');
  });

  test('is not put aside while a critical action that no alarm stands for is open', async () => {
    const { nurse, member } = await clinic();
    const one = await member();
    const action = await opened(one, { priority: 'CRITICAL' });
    await alarm(one, { severity: 'CRITICAL', actionIds: [action], state: 'acknowledged', by: nurse.id });
    expect((await rowOf(one, nurse)).reviewable).toBe('yes');
    await opened(one, { category: 'SURVEY', title: 'PHQ-9', priority: 'CRITICAL' });
    const row = await rowOf(one, nurse);
    expect([row.reviewable, (await put(one, nurse, row.mark)).status]).toEqual(['critical_open', 409]);
  });

  test('is put aside only by who may handle what is open, and with a reason', async () => {
    const { tenant, nurse, member } = await clinic();
    const coach = await staff(tenant, 'coach');
    const [one, unwell] = [await member(), await member()];
    const action = await opened(one);
    await alarm(one, { severity: 'LOW', actionIds: [action] });
    await opened(unwell, { category: 'SURVEY', title: 'Unwell' });
    const row = await rowOf(one, coach);
    expect([row.reviewable, row.alarms[0]?.may_answer]).toEqual(['not_allowed', false]);
    expect((await put(one, coach, row.mark)).status).toBe(403);
    expect(await rowOf(unwell, coach)).toMatchObject({ reviewable: 'yes' });
    // A physician does not welcome members, and may review one who is new all the same.
    const md = await staff(tenant, 'md');
    await opened(one, { category: 'NEW_PATIENT', title: 'New member' });
    expect(await rowOf(one, md)).toMatchObject({ reviewable: 'yes' });
    // An alarm whose action has expired is still for those who handle readings, and nothing is for observers.
    const expired = await member();
    await alarm(expired, { severity: 'MEDIUM', state: 'acknowledged', by: nurse.id });
    for (const [by, reviewable] of [
      [coach, 'not_allowed'],
      [nurse, 'yes'],
      [await staff(tenant, 'observer'), 'not_allowed'],
    ] as const)
      expect(await rowOf(expired, by)).toMatchObject({ reviewable, alarms: [{ may_answer: reviewable === 'yes' }] });
    for (const reason of [undefined, '', '   ', '\u200b', 'half \ud800', 'a'.repeat(501)])
      expect((await call('POST', `/triage/api/v1/today/${one.id}/reviewed`, nurse, { mark: row.mark, reason })).status).toBe(400);
    expect(idsOf(await today(nurse))).toContain(one.id);
  });

  test('comes back when the day is over where the tenant is', async () => {
    const { nurse, member } = await clinic();
    const one = await member();
    await opened(one);
    const row = await rowOf(one, nurse);
    await put(one, nurse, row.mark);
    await harness.asOwner(
      "update vigil.reviews set at = at - interval '1 day', lapses_at = now() - interval '1 second' where user_id = $1",
      [one.id],
    );
    expect((await rowOf(one, nurse)).review).toBe(null);
    expect((await put(one, nurse, row.mark)).status).toBe(200);
    expect(idsOf(await today(nurse))).toEqual([]);
  });

  test('of two who press at once one has done it', async () => {
    const { nurse, other, member } = await clinic();
    const one = await member();
    await opened(one);
    const { mark } = await rowOf(one, nurse);
    const people = [nurse, other, nurse, other];
    const done = await Promise.all(people.map((by) => put(one, by, mark)));
    const [stored] = await harness.asOwner<{ by_id: string }>('select by_id from vigil.reviews where user_id = $1', [one.id]);
    expect(done.map(({ status }) => status)).toEqual(people.map(({ id }) => (id === stored?.by_id ? 200 : 409)));
    for (const answer of done.filter(({ status }) => status === 409))
      expect(refusalOf(answer).message).toMatch(/^(nurse|md) Staff already marked this member as reviewed just now\./);
  });

  test('is told to every open Today, once, and stands in the audit log', async () => {
    const { nurse, member } = await clinic();
    const one = await member();
    await opened(one);
    const { mark } = await rowOf(one, nurse);
    await put(one, nurse, mark);
    await put(one, nurse, mark);
    const pushes = await harness.asOwner<{ description: string }>(
      'select content_type, description from vigil.pushes where patient_id = $1',
      [one.id],
    );
    expect(pushes.filter(({ description }) => description === 'Put aside on Today')).toEqual([
      { content_type: 'ACTION', description: 'Put aside on Today' },
    ]);
    const log = await harness.asOwner<{ endpoint: string }>(
      'select endpoint from vigil.audit_log where tenant_id = $1 and $2 = any(members) order by sequence',
      [one.tenantId, one.id],
    );
    expect(log.map(({ endpoint }) => endpoint)).toEqual(['triageToday.getToday', 'triageToday.putAside', 'triageToday.putAside']);
  });
});
