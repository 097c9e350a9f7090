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

  it('counts as accepted what is stored: a clock hour that stands for two is told where it cannot be read as two', async () => {
    const { member, nurse } = await server.createHome('Australia/Lord_Howe');
    const send = (...times: string[]) =>
      server.postCsv(member.id, nurse, `time,steps\n${times.map((time, index) => `2026-04-05 ${time},${index + 1}`).join('\n')}\n`);
    // Clocks went back from 02:00 to 01:30. Half-hours are read as they were; hours cut to the clock's own come to one moment.
    expect((await send('01:00', '01:30', '01:30', '02:00')).body).toMatchObject({ accepted: 4, replacedTotal: 0 });
    expect(await server.stored(member.id)).toHaveLength(4);
    const { body } = await send('00:00', '01:00', '01:00', '02:00');
    expect(body).toMatchObject({ accepted: 3, replacedTotal: 1, replaced: [{ index: 3, metric: 'steps' }], rejectedTotal: 0 });
    expect(await server.stored(member.id)).toHaveLength(5);
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
    ['an Excel workbook', 'PK\u0003\u0004\u0014\u0000xl/workbook.xml\n', '', 'Excel workbook'],
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

describe('a CSV about several persons', () => {
  /** As Fitbit exports a study's weights: a person in turns, and the log's own ids. */
  const study =
    'Id,Date,WeightKg,WeightPounds,Fat,LogId\n7001,4/5/2016 11:59:59 PM,53.3,117.5,22,1459900799000\n7002,4/8/2016 11:59:59 PM,69.4,153,,1460159999000\n7003,4/8/2016 6:49:40 AM,85.5,188.5,,1460098180000\n7001,4/9/2016 11:59:59 PM,53.1,117,,1460246399000\n';
  const at = (text: string) => Date.parse(text) / 1000;

  it('is refused unless one is chosen, and offers the choice', async () => {
    const { member, nurse } = await server.createHome();
    for (const query of ['', '?dryRun=true']) {
      const { status, body } = await server.postCsv(member.id, nurse, study, query);
      expect([status, body.error?.code]).toEqual([400, 'invalid_input']);
      expect(body.error?.message).toMatch(/3 persons.*"Id"/);
      expect(body.error?.fields).toEqual(['7001', '7002', '7003'].map((message) => ({ field: 'person', message })));
    }
    expect(await server.stored(member.id)).toEqual([]);
  });

  it('is taken in for the one chosen, and the lines of the others are counted', async () => {
    const { member, nurse } = await server.createHome();
    const { status, body } = await server.postCsv(member.id, nurse, study, '?person=7001');
    expect([status, body.accepted, body.rejectedTotal, body.rows, body.rowsOfOthers]).toEqual([200, 2, 0, 4, 2]);
    expect(await server.stored(member.id)).toEqual([
      `weight@${at('2016-04-05T23:59:59Z')}=53.3 imported`,
      `weight@${at('2016-04-09T23:59:59Z')}=53.1 imported`,
    ]);
    expect((await server.postCsv(member.id, nurse, study, '?person=7009')).body.error?.message).toContain('No line of the file');
  });

  it('of a record number that is not the member’s, or of another member’s id, is refused', async () => {
    const { tenant, member, nurse } = await server.createHome();
    const other = await harness.createUser(tenant);
    await harness.asOwner('update vigil.users set mrn = $2 where id = $1', [member.id, 'T-100']);
    const send = (heading: string, value: string) =>
      server.postCsv(member.id, nurse, `time,${heading},hr\n2026-01-01 08:00,${value},60\n2026-01-01 08:01,${value},61\n`);
    for (const { status, body } of [await send('MRN', 'T-101'), await send('patient id', other.id)])
      expect([status, body.error?.code]).toEqual([409, 'conflict']);
    expect(await server.stored(member.id)).toEqual([]);
    expect((await send('MRN', 'T-100')).body.accepted).toBe(2);
    expect((await send('patient id', member.id)).body.accepted).toBe(2);
  });

  it('that has one line for each, sorted by their ids, is refused as well, under a name of whatever kind', async () => {
    const { member, nurse } = await server.createHome();
    const sorted =
      'Id,Date,WeightKg\n1503960366,4/5/2016,53.3\n4558609924,4/8/2016,69.4\n6117666160,4/9/2016,70.1\n8877689391,4/10/2016,85.5\n';
    for (const heading of ['Id', 'record_id', 'study id', 'Case ID', 'x', 'Versuchsperson']) {
      const { status, body } = await server.postCsv(member.id, nurse, sorted.replace('Id', heading), '?tz=UTC');
      expect([heading, status, body.error?.code]).toEqual([heading, 400, 'invalid_input']);
    }
    expect(await server.stored(member.id)).toEqual([]);
  });

  it('that is about one person after all is taken where the sender says which columns do not tell persons apart', async () => {
    const { member, nurse } = await server.createHome();
    const lots = 'time,Lot,Kist,hr\n2026-01-01 08:00,A,K1,60\n2026-01-01 08:01,B,K2,61\n';
    expect((await server.postCsv(member.id, nurse, lots)).body.error?.message).toContain('notPersons=Lot,Kist');
    expect((await server.postCsv(member.id, nurse, lots, '?notPersons=Lot')).status).toBe(400);
    expect((await server.postCsv(member.id, nurse, lots, '?notPersons=Lot,Kist')).body.accepted).toBe(2);
    expect((await server.postCsv(member.id, nurse, lots, '?notPersons=Lot&notPersons=Kist')).body.accepted).toBe(2);
    const named = lots.replace('Lot', 'Participant');
    expect((await server.postCsv(member.id, nurse, named, '?notPersons=Participant,Kist')).status).toBe(400);
  });

  it('with a column that holds what other members are known by is refused, whatever its name and whatever is said of it', async () => {
    const { tenant, member, nurse } = await server.createHome();
    const others = [await harness.createUser(tenant), await harness.createUser(tenant)];
    await harness.asOwner('update vigil.users set mrn = $2 where id = $1', [member.id, 'W-1']);
    for (const [index, { id }] of others.entries())
      await harness.asOwner('update vigil.users set mrn = $2, employee_id = $3 where id = $1', [id, `W-9${index}`, `70020${index}`]);
    const send = (heading: string, values: readonly string[], query = '') =>
      server.postCsv(
        member.id,
        nurse,
        `time,${heading},hr\n${values.map((value, index) => `2026-01-01 08:0${index},${value},60`).join('\n')}\n`,
        query,
      );
    const known = [others.map(({ id }) => id), ['W-90', 'w-91 '], ['700200', '700201'], ['W-90', 'W-90']];
    for (const values of known)
      for (const heading of ['id', 'patientId', 'x', 'device', 'notes'])
        for (const query of ['', ...(heading === 'patientId' ? [] : [`?notPersons=${heading}`])])
          expect([heading, values, (await send(heading, values, query)).status]).toEqual([heading, values, 409]);
    expect(await server.stored(member.id)).toEqual([]);
    // Where this member is among them the right choice is offered, and is taken.
    expect((await send('chart', ['W-1', 'W-90'])).body.error?.fields).toEqual(
      ['W-1', 'W-90'].map((message) => ({ field: 'person', message })),
    );
    expect((await send('chart', ['W-1', 'W-90'], '?notPersons=chart')).status).toBe(409);
    expect((await send('chart', ['W-1', 'W-90'], '?person=W-1')).body.accepted).toBe(1);
    expect((await send('chart', ['W-1', 'W-90'], '?person=W-90')).status).toBe(409);
  });

  it('whose lines above the headings name another member, or another record number, is refused', async () => {
    const { tenant, member, nurse } = await server.createHome();
    const other = await harness.createUser(tenant, { givenName: 'Wilma', familyName: 'Elsewhere' });
    await harness.asOwner("update vigil.users set mrn = 'W-1', given_name = 'Ada', family_name = 'Here' where id = $1", [member.id]);
    await harness.asOwner("update vigil.users set mrn = 'W-9', employee_id = 'E-9' where id = $1", [other.id]);
    const send = (above: string) => server.postCsv(member.id, nurse, `${above}\ntime,hr\n2026-01-01 08:00,60\n`);
    for (const above of [
      ...['Patient MRN: W-9', 'MRN,W-9', 'MRN,W-8', 'Patient: W-9', 'ID,E-9', `Patient ID: ${other.id}`],
      ...['Name: Wilma Elsewhere', 'Name,elsewhere wilma', 'Report of\nPatient MRN: W-9'],
    ])
      expect([above, (await send(above)).status]).toEqual([above, 409]);
    expect(await server.stored(member.id)).toEqual([]);
    for (const above of ['Patient MRN: w-1', 'Name: Ada Here', 'Name: Someone Unknown', `Patient,${member.id}`, 'Device: W-9'])
      expect([above, (await send(above)).body.accepted]).toEqual([above, 1]);
  });
});
