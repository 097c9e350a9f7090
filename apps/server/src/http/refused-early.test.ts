import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { access, endpoint } from '@vigil/contract';
import { afterAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import type { AuditEntry } from '#platform/audit/audit.ts';
import { createLog } from '#platform/log.ts';
import { stubAccess } from '#testing/stub-access.ts';
import { createHttpServer, mount } from './mount.ts';
import { route } from './route.ts';

/* Requests that are refused before the call that they name has begun: whoever they come from, and whatever the call. */
const base = { summary: 'A call of this test', method: 'GET', access: access.anyone('It is a test.') } as const;
const response = z.object({ done: z.boolean() });
const calls = [
  endpoint({ ...base, response, id: 'test.call', service: 'test', path: '/api/thing' }),
  endpoint({ ...base, response, id: 'test.fhir', service: 'fhir', path: '/fhir/R4/Thing' }),
  endpoint({ ...base, response, id: 'test.write', service: 'test', method: 'POST', path: '/api/thing', body: response }),
];

async function serve(onlyThisMachine: boolean) {
  const log = createLog('silent');
  const records: AuditEntry[] = [];
  const app = createHttpServer({ log, publicUrl: 'http://localhost:3000', onlyThisMachine });
  mount(
    app,
    calls.map((one) => route(one, async () => ({ done: true }))),
    { access: stubAccess({ tokens: {} }), log, endpoints: calls, audit: { record: async (entry) => void records.push(entry) } },
  );
  await app.listen({ port: 0, host: '127.0.0.1' });
  afterAll(() => app.close());
  const { port } = app.addresses()[0] as { port: number };
  return { port, records };
}

const [server, demonstration] = await Promise.all([serve(false), serve(true)]);

describe.each([
  ['a call', 'GET /api/thing', /^\{"error":\{"code":"/],
  ['a call of the FHIR interface', 'GET /fhir/R4/Thing', /"resourceType":"OperationOutcome"/],
  ['a call with a body', 'POST /api/thing', /^\{"error":\{"code":"/],
])('%s', (_name, call, form) => {
  test.each<[string, typeof server, string, number]>([
    ['without a host', server, '', 400],
    ['with two hosts', server, 'host: localhost\r\nhost: localhost\r\n', 400],
    ['for another host than this machine, in a demonstration', demonstration, 'host: vigil.example\r\n', 403],
    ['that a proxy passed on, in a demonstration', demonstration, 'host: localhost\r\nx-forwarded-for: 192.0.2.7\r\n', 403],
  ])('%s is refused in its own form, and not on record', async (_case, { port, records }, headers, status) => {
    const length = call.startsWith('POST') ? 'content-length: 0\r\n' : '';
    const socket = connect({ port, host: '127.0.0.1' });
    socket.write(`${call} HTTP/1.1\r\n${headers}${length}connection: close\r\n\r\n`);
    const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n');
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(body).toMatch(form);
    expect(records).toEqual([]);
  });
});
