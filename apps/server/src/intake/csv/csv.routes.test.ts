import { describe, expect, it } from 'vitest';
import { useHarness } from '#testing/harness.ts';
import { startIntake } from '#testing/intake-server.ts';

const harness = await useHarness();
const server = await startIntake(harness);

const file = 'Time,HeartRate,weight (lb),Blood pressure\n4/1/2016 7:54:00 AM,93,,\n4/1/2016 7:55:00 AM,9300,185,120/80\n';

describe('sending a CSV', () => {
  it('stores the good readings, names the lines of the others and the columns it did not read', async () => {
    const { member, nurse } = await server.createHome('America/Chicago');
    const { status, body } = await server.postCsv(
      member.id,
      nurse,
      file.replace('weight', 'mood,weight').replaceAll(':00 AM,93', ':00 AM,93'),
    );
    expect(status).toBe(200);
    expect(body).toMatchObject({
      dryRun: false,
      rows: 2,
      metrics: ['heart_rate', 'weight', 'systolic', 'diastolic'],
      ignoredColumns: ['mood'],
    });
    const second = await server.postCsv(member.id, nurse, file);
    expect(second.body).toMatchObject({ accepted: 4, rejectedTotal: 1, rejected: [{ index: 3, metric: 'heart_rate' }] });
    const at = Date.parse('2016-04-01T12:54:00Z') / 1000;
    expect(await server.stored(member.id)).toEqual(
      expect.arrayContaining([
        `diastolic@${at + 60}=80 imported`,
        `heart_rate@${at}=93 imported`,
        `systolic@${at + 60}=120 imported`,
        `weight@${at + 60}=83.914588 imported`,
      ]),
    );
  });

  it('as a dry run gives the same answer and stores nothing', async () => {
    const { member, nurse } = await server.createHome();
    const dry = await server.postCsv(member.id, nurse, file, '?dryRun=true&tz=Europe/Berlin');
    expect(await server.stored(member.id)).toEqual([]);
    const wet = await server.postCsv(member.id, nurse, file, '?tz=Europe/Berlin');
    expect({ ...wet.body, dryRun: true }).toEqual(dry.body);
    expect(await server.stored(member.id)).toContain(`heart_rate@${Date.parse('2016-04-01T05:54:00Z') / 1000}=93 imported`);
  });

  it('sent again changes nothing', async () => {
    const { member, nurse } = await server.createHome();
    await server.postCsv(member.id, nurse, file);
    const once = await server.stored(member.id);
    await server.postCsv(member.id, nurse, file);
    expect(await server.stored(member.id)).toEqual(once);
  });

  it('keeps the rules of where readings come from', async () => {
    const { member, nurse, self, device } = await server.createHome();
    expect((await server.postCsv(member.id, nurse, file, '?source=device')).status).toBe(403);
    expect((await server.postCsv(member.id, device, file)).status).toBe(403);
    expect((await server.postCsv(member.id, self, file, '?source=manual')).status).toBe(200);
    expect((await server.postCsv(member.id, device, file, '?source=device')).status).toBe(200);
    expect(new Set((await server.stored(member.id)).map((tick) => tick.split(' ')[1]))).toEqual(new Set(['manual', 'device']));
  });

  it.each([
    ['an empty file', '', '', 'The file is empty'],
    ['no times', 'heart_rate\n60\n', '', 'says when'],
    ['an unknown unit', 'time,weight (furlong)\n2026-01-01,80\n', '', 'Weight cannot be read'],
    ['an unknown zone', file, '?tz=Mars/Olympus', 'time zone'],
    ['a quotation mark never closed on the last line', `${file}"4/1/2016 7:56:00 AM,94,,\n`, '', 'never closed'],
  ])('refuses %s with the reason and stores nothing of it', async (_name, body, query, reason) => {
    const { member, nurse } = await server.createHome();
    const answer = await server.postCsv(member.id, nurse, body, query);
    expect([answer.status, answer.body.error?.code]).toEqual([400, 'invalid_input']);
    expect(answer.body.error?.message).toContain(reason);
    expect(await server.stored(member.id)).toEqual([]);
  });
});
