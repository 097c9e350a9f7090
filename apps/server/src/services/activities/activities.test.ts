import { randomUUID } from 'node:crypto';
import type { NewActivity } from '@vigil/contract/activities.forms';
import { mostActivitiesADay } from '@vigil/contract/activities.values';
import { VigilError } from '@vigil/contract/errors';
import { describe, expect, test } from 'vitest';
import { jpegWithPlace } from '#testing/sample-pictures.ts';
import { createActivities } from './index.ts';
import { startCare } from './testing/care-server.ts';

const { harness, server, call, pathOf, post, log, list } = await startCare();
const { clock } = harness;
const now = clock.now();
const hour = 3_600;

const tenant = await harness.createTenant();
const nurse = await harness.createUser(tenant, { roles: ['nurse'], givenName: 'Nora', familyName: 'Nurse' });
const observer = await harness.createUser(tenant, { roles: ['observer'] });
const admin = await harness.createUser(tenant, { roles: ['tenant_admin'] });
const newMember = (over: Parameters<typeof harness.createUser>[1] = {}) => harness.createUser(tenant, over);

const weight = (kilograms: number, over: Partial<NewActivity> = {}): NewActivity => ({
  activityType: 'LOGGING_WEIGHT',
  activityDetails: { weight: kilograms },
  ...over,
});

/** The manual readings of a member over the days around now: [metric, Unix seconds, value, source]. */
async function readings(member: { id: string }, by: { id: string } = nurse) {
  const range = `start_time=${now / 1000 - 40 * 24 * hour}&end_time=${now / 1000 + hour}`;
  const url = `/ticks-store/api/v1/users/${member.id}/ticks?metrics=weight,systolic,diastolic,glucose&${range}&deduplicate=true`;
  const { body } = await call('GET', `${url}&provenance=true`, by);
  return (body as { timestamp: number; data: Record<string, number>; provenance: Record<string, { source: string }> }[]).flatMap((tick) =>
    Object.entries(tick.data).map(([metric, value]) => [metric, tick.timestamp, value, tick.provenance[metric]?.source]),
  );
}

describe('logging', () => {
  test('a weight sets DONE and is a manual reading, of the moment at which it was sent', async () => {
    const member = await newMember();
    const logged = await log(member, weight(81.4, { status: 'SKIPPED' }));
    expect(logged).toEqual({
      ...{ id: logged.id, status: 'DONE', contentType: 'ACTIVITY', activityType: 'LOGGING_WEIGHT', from: '06-10-2026', to: '06-10-2026' },
      ...{ timestamp: now / 1000, tz: 'UTC', title: null, subtitle: null, description: null, schedule: null, when: null },
      activityDetails: { weight: 81.4 },
      activities: [],
      loggedBy: { id: member.id, firstName: 'Test', lastName: 'Member', role: 'patient' },
      loggedAt: now,
      takenBack: null,
    });
    expect(await readings(member)).toEqual([['weight', now / 1000, 81.4, 'manual']]);
    expect(await list(member)).toEqual([logged]);
  });

  test('what is logged by hand is no sync of the band and no device’s day', async () => {
    const member = await newMember();
    await log(member, weight(81));
    await server.modules.ticksWriter.rollupsSettled();
    expect((await harness.people.accounts.user(tenant.id, member.id))?.firstBandSyncAt).toBeNull();
    const { body } = await call('GET', `/ticks-store/api/v1/users/first-ticks?user_ids=${member.id}`, nurse);
    expect(body).toEqual([]);
  });

  test('meals, doses and workouts that were done are counted by facts; what was skipped or taken back is not', async () => {
    const member = await newMember();
    const at = (time: string) => ({ when: { time } });
    await log(member, { activityType: 'LOGGING_FOOD', ...at('08:00') });
    const mistake = await log(member, { activityType: 'LOGGING_FOOD', ...at('09:00') });
    await call('POST', `${pathOf(member)}/activities/${mistake.id}/taken-back`, member, {});
    await log(member, { activityType: 'LOGGING_MEDICATION', title: 'Metformin', status: 'SKIPPED', ...at('08:00') });
    await log(member, { activityType: 'MOVE', title: 'Walk', ...at('07:00') });
    const facts = 'meals_count,medications_count,workouts_count';
    const day = `from_ts=${now / 1000 - 12 * hour}&to_ts=${now / 1000 + 12 * hour}&tz=UTC&granularity=DAILY`;
    const { body } = await call('GET', `/events-processor/api/v1/users/${member.id}/facts-over-time?facts=${facts}&${day}`, nurse);
    expect((body as { data: object }[]).map(({ data }) => data)).toEqual([{ meals_count: 1, workouts_count: 1 }]);
  });

  test('the day and the time of day are those of the zone, in 24 hours', async () => {
    const member = await newMember({ timeZone: 'America/Los_Angeles' });
    const own = await log(member, weight(80, { when: { time: '7:05 pm' } }), '?from=06-09-2026');
    expect([own.timestamp, own.tz, own.from, own.when]).toEqual([
      Date.parse('2026-06-09T19:05:00-07:00') / 1000,
      'America/Los_Angeles',
      '06-09-2026',
      { dayPart: null, time: '19:05' },
    ]);
    const other = await log(member, weight(80, { when: { dayPart: 'MORNING' } }), '?from=06-09-2026&to=06-10-2026&tz=Europe/Berlin');
    expect([other.timestamp, other.from, other.to]).toEqual([Date.parse('2026-06-09T09:00:00+02:00') / 1000, '06-09-2026', '06-10-2026']);
  });

  test('blood pressure and glucose become readings as well, a pressure’s two at one moment', async () => {
    const member = await newMember();
    const at = (time: string) => Date.parse(`2026-06-10T${time}:00Z`) / 1000;
    await log(member, {
      activityType: 'LOGGING_BLOOD_PRESSURE',
      activityDetails: { systolic: 128, diastolic: 82 },
      when: { time: '08:00' },
    });
    await log(member, { activityType: 'LOGGING_GLUCOSE', activityDetails: { glucose: 104 }, when: { time: '09:00' } });
    expect((await readings(member)).sort()).toEqual([
      ['diastolic', at('08:00'), 82, 'manual'],
      ['glucose', at('09:00'), 104, 'manual'],
      ['systolic', at('08:00'), 128, 'manual'],
    ]);
  });

  test('two weights of one minute are two, and taking one back leaves the other', async () => {
    const member = await newMember();
    const first = await log(member, weight(80, { when: { time: '08:00' } }));
    const second = await log(member, weight(81, { when: { time: '08:00' } }));
    expect(second.timestamp - first.timestamp).toBe(1);
    await call('POST', `${pathOf(member)}/activities/${second.id}/taken-back`, member, {});
    expect((await readings(member)).map(([, , value]) => value)).toEqual([80]);
  });

  test('sent twice with one id it is stored once; the same id with something else in it is a conflict', async () => {
    const member = await newMember();
    const sent = weight(80, { id: randomUUID() });
    const [first, second] = await Promise.all([log(member, sent), log(member, sent)]);
    clock.advance(1_000);
    expect(await log(member, sent)).toEqual(first);
    clock.set(now);
    expect(second).toEqual(first);
    expect(await list(member)).toHaveLength(1);
    expect((await post(member, weight(99, { id: first.id }))).body.error.code).toBe('conflict');
    expect((await post(await newMember(), sent)).body.error.code).toBe('conflict');
    expect((await readings(member)).map(([, , value]) => value)).toEqual([80]);
  });

  test('a value that could not be stored is in no list; the same sent again is stored, once', async () => {
    const member = await newMember();
    let failures = 1;
    const ticks = {
      ...server.modules.ticksWriter,
      append: async (batch: Parameters<typeof server.modules.ticksWriter.append>[0]) => {
        if (failures-- > 0) throw new VigilError('ticks_unavailable', 'The store of readings cannot be reached.');
        await server.modules.ticksWriter.append(batch);
      },
    };
    const typed = { crossed: async () => [], toldAbout: async () => ({ isJudged: true, alarms: [] }) };
    const byHand = { readingsByHand: async () => ({ rows: [], total: 0 }) };
    const activities = createActivities({ ...harness, ticks, typed, readings: byHand, unknownPhotos: async () => [] });
    const send = () => activities.log(tenant.id, { userId: member.id, by: member.id }, {}, sent);
    const sent = weight(80, { id: randomUUID() });
    await expect(send()).rejects.toMatchObject({ code: 'ticks_unavailable' });
    expect([await list(member), await readings(member)]).toEqual([[], []]);
    expect(await send()).toMatchObject({ id: sent.id, activityDetails: { weight: 80 } });
    expect([(await list(member)).length, (await readings(member)).length]).toEqual([1, 1]);
  });

  test('a medication keeps its name and how often it is taken, and may have been left out', async () => {
    const member = await newMember();
    const sent: NewActivity = {
      activityType: 'LOGGING_MEDICATION',
      status: 'SKIPPED',
      title: ' Metoprolol 50 mg ',
      schedule: { frequency: '2x per day' },
      when: { dayPart: 'MORNING' },
    };
    expect(await log(member, sent)).toMatchObject({
      ...{ status: 'SKIPPED', title: 'Metoprolol 50 mg', schedule: { frequency: '2x per day' } },
      timestamp: Date.parse('2026-06-10T09:00:00Z') / 1000,
    });
  });

  test.each<[string, string, NewActivity, string]>([
    ['a weight that cannot be', 'activityDetails.weight', weight(2), ''],
    ['a weight without a value', 'activityDetails.weight', { activityType: 'LOGGING_WEIGHT' }, ''],
    [
      'a pressure of one value',
      'activityDetails.diastolic',
      { activityType: 'LOGGING_BLOOD_PRESSURE', activityDetails: { systolic: 120 } },
      '',
    ],
    [
      'a pressure the wrong way round',
      'activityDetails.diastolic',
      { activityType: 'LOGGING_BLOOD_PRESSURE', activityDetails: { systolic: 80, diastolic: 120 } },
      '',
    ],
    ['a medication without a name', 'title', { activityType: 'LOGGING_MEDICATION' }, ''],
    ['a time that is none', 'when.time', weight(80, { when: { time: '25:00' } }), ''],
    ['a time still to come', 'when.time', weight(80, { when: { time: '15:10' } }), ''],
    ['a day still to come', 'from', weight(80), '?from=06-11-2026'],
    ['a day before there were bands', 'from', weight(80), '?from=12-31-1999'],
    ['an end before the beginning', 'to', weight(80), '?from=06-09-2026&to=06-08-2026'],
    ['a stretch of months', 'to', weight(80), '?from=01-01-2026&to=06-08-2026'],
    ['a day that does not exist', 'from', weight(80), '?from=02-30-2026'],
    ['a day written otherwise', 'from', weight(80), '?from=2026-06-09'],
    ['a zone that does not exist', 'tz', weight(80), '?tz=Mars/Olympus'],
    [
      'a photo of elsewhere',
      'activityDetails.imageUrl',
      { activityType: 'LOGGING_FOOD', activityDetails: { imageUrl: 'https://x.example/a.jpg' } },
      '',
    ],
  ])('%s is refused, naming %s, and nothing is stored', async (_, field, sent, query) => {
    const member = await newMember();
    const { status, body } = await post(member, sent, query);
    expect([status, body.error.fields?.[0]?.field]).toEqual([400, field]);
    expect([await list(member), await readings(member)]).toEqual([[], []]);
  });

  test('a day has a most, so that a program gone wrong does not fill the record', async () => {
    const member = await newMember();
    await harness.asOwner(
      `insert into vigil.activities (tenant_id, id, user_id, activity_type, status, content_type, from_date, to_date, at, time_zone, details, parts, logged_by, logged_at, is_stored)
       select $1, gen_random_uuid(), $2, 'MOVE', 'DONE', 'ACTIVITY', '2026-06-10', '2026-06-10', $3::timestamptz + n * interval '1 second', 'UTC', '{}', '[]', $2, now(), true
       from generate_series(1, $4::int) n`,
      [tenant.id, member.id, new Date(now - 7_200_000), mostActivitiesADay],
    );
    expect((await post(member, weight(80))).body.error.code).toBe('conflict');
    expect((await post(member, weight(80), '?from=06-09-2026')).status).toBe(200);
  });
});

test('the list is of the days asked for, of the types, the last first, as many as asked for', async () => {
  const member = await newMember();
  for (const [day, type] of [
    ['06-07-2026', 'MOVE'],
    ['06-08-2026', 'LOGGING_FOOD'],
    ['06-09-2026', 'MOVE'],
    ['06-10-2026', 'LOGGING_FOOD'],
  ] as const)
    await log(member, { activityType: type, title: day, when: { time: '10:00' } }, `?from=${day}`);
  const titles = async (query: string) => (await list(member, query)).map(({ title }) => title);
  expect(await titles('')).toEqual(['06-10-2026', '06-09-2026', '06-08-2026', '06-07-2026']);
  expect(await titles('?from=06-08-2026&to=06-09-2026')).toEqual(['06-09-2026', '06-08-2026']);
  expect(await titles('?activityTypes=MOVE')).toEqual(['06-09-2026', '06-07-2026']);
  expect(await titles('?activityTypes=MOVE,LOGGING_FOOD&size=1')).toEqual(['06-10-2026']);
  expect((await call('GET', `${pathOf(member)}/?from=06-10-2026`, member)).body).toHaveLength(1);
  expect((await call('GET', `${pathOf(member)}?activityTypes=SLEEP`, member)).status).toBe(400);
});

describe('taking back', () => {
  const back = (member: { id: string }, id: string, by: { id: string } = member, body: unknown = {}) =>
    call('POST', `${pathOf(member)}/activities/${id}/taken-back`, by, body);

  test('by the member: it leaves list, charts and facts, stays on record, and again changes nothing', async () => {
    const member = await newMember();
    const logged = await log(member, weight(180));
    expect((await back(member, logged.id, member, { reason: '\u200b' })).status).toBe(400);
    const taken = (await back(member, logged.id)).body;
    expect(taken.takenBack).toEqual({ by: logged.loggedBy, at: now, reason: null });
    clock.advance(5_000);
    expect((await back(member, logged.id, nurse)).body).toEqual(taken);
    clock.set(now);
    expect([await list(member), await readings(member)]).toEqual([[], []]);
    expect(await list(member, '?takenBack=true')).toEqual([taken]);
    const { body } = await call('GET', `/ticks-store/api/v1/users/${member.id}/ticks/taken-back`, nurse);
    expect(body.content).toMatchObject([{ metric: 'weight', value: 180, takenBackBy: member.id, reason: 'Taken back by the member' }]);
  });

  test('by the care team, with a reason; the same weight may be logged again and counts', async () => {
    const member = await newMember();
    const logged = await log(member, weight(80, { when: { time: '08:00' } }), '', nurse);
    expect(logged.loggedBy).toEqual({ id: nurse.id, firstName: 'Nora', lastName: 'Nurse', role: 'nurse' });
    expect((await back(member, logged.id, nurse, { reason: 'Of the spouse' })).body.takenBack.reason).toBe('Of the spouse');
    await log(member, weight(80, { when: { time: '08:00' } }));
    expect((await readings(member)).map(([, , value]) => value)).toEqual([80]);
  });

  test('through the ticks store: the activity shows as taken back, by the same person for the same reason, with all its readings', async () => {
    const member = await newMember();
    const pressure = await log(member, { activityType: 'LOGGING_BLOOD_PRESSURE', activityDetails: { systolic: 250, diastolic: 80 } });
    const other = await log(member, weight(80));
    clock.advance(5_000);
    const url = `/ticks-store/api/v1/users/${member.id}/ticks/taken-back`;
    const named = [{ metric: 'systolic', timestamp: pressure.timestamp, source: 'manual' }];
    expect((await call('POST', url, nurse, { readings: named, reason: 'The cuff slipped' })).status).toBe(200);
    expect(await list(member, '', observer)).toEqual([other]);
    const [taken] = (await list(member, '?takenBack=true')).filter(({ takenBack }) => takenBack !== null);
    expect(taken).toMatchObject({ id: pressure.id, takenBack: { by: { id: nurse.id }, at: now + 5_000, reason: 'The cuff slipped' } });
    expect((await readings(member)).map(([metric]) => metric)).toEqual(['weight']);
    clock.set(now);
  });

  test('of a reading that another system sent for the same moment before it was logged leaves the activity as it is', async () => {
    const member = await newMember();
    const at = now / 1000 - hour;
    const batch = { source: 'manual', ticks: [{ timestamp: at, data: { weight: 90 } }] };
    expect((await call('POST', `/ticks-store/api/v1/users/${member.id}/ticks`, nurse, batch)).status).toBe(200);
    const named = [{ metric: 'weight', timestamp: at, source: 'manual' }];
    await call('POST', `/ticks-store/api/v1/users/${member.id}/ticks/taken-back`, nurse, { readings: named, reason: 'Of the spouse' });
    clock.advance(5_000);
    const logged = await log(member, weight(80, { when: { time: '14:00' } }));
    expect(logged.timestamp).toBe(at);
    expect(await list(member)).toEqual([logged]);
    expect((await readings(member)).map(([, , value]) => value)).toEqual([80]);
    clock.set(now);
  });

  test('what the member does not have is not found', async () => {
    const [member, other] = [await newMember(), await newMember()];
    const logged = await log(other, weight(80));
    expect((await back(member, logged.id)).body.error.code).toBe('not_found');
    expect((await back(member, randomUUID())).body.error.code).toBe('not_found');
    expect(await list(other)).toEqual([logged]);
  });
});

describe('who may', () => {
  test('the member and the care team log; observers read; administrators and other members neither; a held member reads', async () => {
    const member = await newMember();
    const held = await newMember({ isOnHold: true });
    for (const [about, person, reads, logs] of [
      [member, member, 200, 200],
      [member, nurse, 200, 200],
      [member, observer, 200, 403],
      [member, admin, 403, 403],
      [member, await newMember(), 403, 403],
      [held, held, 200, 403],
      [held, nurse, 200, 200],
    ] as const) {
      expect((await call('GET', pathOf(about), person)).status).toBe(reads);
      expect((await post(about, weight(80), '', person)).status).toBe(logs);
    }
    const foreigner = await harness.createUser(await harness.createTenant(), { roles: ['nurse'] });
    expect((await call('GET', pathOf(member), foreigner)).status).toBe(404);
    expect((await post(member, weight(80), '', foreigner)).status).toBe(404);
  });

  test('every read and write stands in the audit log with the member, and never with a value', async () => {
    const member = await newMember();
    const logged = await log(member, { activityType: 'LOGGING_MEDICATION', title: 'Secretol' }, '', nurse);
    await list(member, '', observer);
    await call('POST', `${pathOf(member)}/activities/${logged.id}/taken-back`, nurse, {});
    const rows = await harness.asOwner<{ endpoint: string; whole: string }>(
      'select endpoint, l::text as whole from vigil.audit_log l where tenant_id = $1 and $2 = any(members) order by sequence',
      [tenant.id, member.id],
    );
    expect(rows.map(({ endpoint }) => endpoint)).toEqual([
      'activities.postActivity',
      'activities.listActivities',
      'activities.takeBackActivity',
    ]);
    expect(rows.some(({ whole }) => whole.includes('Secretol'))).toBe(false);
  });
});

describe('meals', () => {
  const photosOf = (member: { id: string }) => `/blob/tenant/${tenant.id}/user/${member.id}/meal-photos`;
  const foodLogs = async (member: { id: string }, query: string, by: { id: string } = member) =>
    (await call('GET', `/food-logging/api/v1/users/${member.id}/food-logs/date?${query}`, by)).body;

  test('have a kind and a time although nobody said one, and are answered as food logs in order', async () => {
    const member = await newMember();
    await log(member, { activityType: 'LOGGING_FOOD' }, '?from=06-09-2026');
    await log(member, { activityType: 'LOGGING_FOOD', activityDetails: { mealType: 'DESSERT' }, description: 'Cake' }, '?from=06-09-2026');
    await log(member, {
      activityType: 'LOGGING_FOOD',
      activityDetails: { mealType: 'BREAKFAST' },
      activities: [
        { title: 'Oatmeal', when: { time: '8:10 am' } },
        { title: 'Coffee', description: 'black' },
      ],
    });
    const meals = await foodLogs(member, 'start_date=2026-06-09&end_date=2026-06-10', observer);
    expect(meals.map((meal: { id: string }) => ({ ...meal, id: undefined }))).toEqual([
      { timestamp: Date.parse('2026-06-09T12:00:00Z') / 1000, type: 'LUNCH', items: [{ meal_time: '12:00', image: null, note: null }] },
      { timestamp: Date.parse('2026-06-09T16:00:00Z') / 1000, type: 'SNACK', items: [{ meal_time: '16:00', image: null, note: 'Cake' }] },
      {
        timestamp: Date.parse('2026-06-10T09:00:00Z') / 1000,
        type: 'BREAKFAST',
        items: [
          { meal_time: '08:10', image: null, note: 'Oatmeal' },
          { meal_time: '09:00', image: null, note: 'Coffee: black' },
        ],
      },
    ]);
    expect(await foodLogs(member, 'start_date=2026-06-08&end_date=2026-06-08')).toEqual([]);
    for (const wrong of [
      'start_date=2026-06-10&end_date=2026-06-09',
      'start_date=2020-01-01&end_date=2026-06-09',
      'start_date=06-09-2026&end_date=2026-06-09',
    ])
      expect((await foodLogs(member, wrong)).error.code).toBe('invalid_input');
  });

  test('may have a photo of the member’s, which whoever reads the record sees, and nobody else', async () => {
    const member = await newMember();
    const { body: photo } = await call('POST', photosOf(member), member, jpegWithPlace);
    expect(photo).toMatchObject({ url: `${photosOf(member)}/${photo.id}`, type: 'image/jpeg', widthPx: 32, heightPx: 24 });
    const logged = await log(member, { activityType: 'LOGGING_FOOD', activityDetails: { imageUrl: photo.url } });
    expect(logged.activityDetails).toEqual({ imageUrl: photo.url, mealType: 'LUNCH' });
    const [meal] = await foodLogs(member, 'start_date=2026-06-10&end_date=2026-06-10');
    expect(meal.items[0].image).toBe(photo.url);
    for (const [person, status] of [
      [member, 200],
      [nurse, 200],
      [observer, 200],
      [admin, 403],
      [await newMember(), 403],
    ] as const)
      expect((await call('GET', photo.url, person)).status).toBe(status);
    // Among the pictures of accounts, which administrators see, it is not.
    expect((await call('GET', photo.url.replace('meal-photos', 'files'), admin)).status).toBe(404);
    const other = await newMember();
    const { status } = await post(other, { activityType: 'LOGGING_FOOD', activityDetails: { imageUrl: photo.url } });
    expect(status).toBe(400);
    expect((await call('POST', photosOf(member), observer, jpegWithPlace)).status).toBe(403);
    expect((await call('POST', photosOf(member), member, Buffer.from('<svg/>'))).status).toBe(400);
  });
});

test('what was logged is exported with its photos, and erased with the record', async () => {
  const member = await newMember();
  const { body: photo } = await call('POST', `/blob/tenant/${tenant.id}/user/${member.id}/meal-photos`, member, jpegWithPlace);
  await log(member, { activityType: 'LOGGING_FOOD', description: 'Soup', activityDetails: { imageUrl: photo.url } }, '', nurse);
  await log(member, weight(80));
  const parts = server.modules.privacy.allPersonalData.filter(({ tables }) => 'activities' in tables || 'files' in tables);
  const person = { tenantId: tenant.id, userId: member.id };
  const files = new Map<string, Buffer>();
  for (const part of parts)
    for (const file of (await part.exportOf?.(person)) ?? []) {
      const pieces: Buffer[] = [];
      for await (const piece of file.content) pieces.push(Buffer.from(piece));
      files.set(file.name, Buffer.concat(pieces));
    }
  const exported = JSON.parse(String(files.get('activities.json')));
  expect(exported).toHaveLength(2);
  expect(exported.find(({ description }: { description: string }) => description === 'Soup')).toMatchObject({
    ...{ loggedByName: 'Nora Nurse', details: { mealType: 'LUNCH', imageUrl: photo.url }, at: '2026-06-10T12:00:00.000Z' },
  });
  expect(files.get(`files/${photo.id}-meal.jpg`)?.length).toBeGreaterThan(100);
  await harness.asOwner(
    `insert into vigil.erasures (tenant_id, id, user_id, requested_by, requested_at, due_at, decided_by, decided_at)
     values ($1, gen_random_uuid(), $2, $2, now(), now(), $2, now())`,
    [tenant.id, member.id],
  );
  const left = async () =>
    (
      await harness.asOwner<{ n: number }>(
        `select (select count(*)::int from vigil.activities where user_id = $1) + (select count(*)::int from vigil.files where user_id = $1) as n`,
        [member.id],
      )
    )[0]?.n;
  for (const part of parts) await part.erase?.(person, 'contact');
  expect(await left()).toBe(3);
  for (const part of parts) await part.erase?.(person, 'record');
  expect(await left()).toBe(0);
  expect((await call('GET', photo.url, nurse)).status).toBe(404);
});
