import { endpoints } from '@vigil/contract';
import { errorStatus } from '@vigil/contract/errors';
import Fastify from 'fastify';
import { describe, expect, test } from 'vitest';
import { mountDocs } from './index.ts';
import { openApiOf } from './openapi.ts';

const options = { endpoints, version: '1.2.3', publicUrl: 'http://localhost:3000', issuer: 'http://localhost:3000/idp' };
const document = (await openApiOf(options)) as {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, unknown>; securitySchemes: Record<string, { type: string }> };
};
interface Operation {
  operationId: string;
  summary: string;
  description: string;
  'x-access': { words: string; kind: string };
  parameters: { name: string; in: string; required: boolean; schema: object }[];
  security: object[];
  requestBody?: { content: Record<string, { schema: object }> };
  responses: Record<string, { content: Record<string, { schema: object }>; description: string }>;
}

describe('openapi.json', () => {
  test.each(endpoints.map((endpoint) => [endpoint.id, endpoint] as const))(
    '%s has summary, access rule in words, parameters, answer and errors',
    (_, endpoint) => {
      const operation = document.paths[endpoint.path]?.[endpoint.method.toLowerCase()];
      if (!operation) throw new Error('not described');
      expect(operation.operationId).toBe(endpoint.id);
      expect(operation.summary.length).toBeGreaterThan(5);
      expect(operation['x-access'].words).toMatch(/^[A-Z].*\.$/s);
      const inPath = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
      expect(
        operation.parameters
          .filter((one) => one.in === 'path' && one.required)
          .map((one) => one.name)
          .sort(),
      ).toEqual(inPath.sort());
      expect(operation.security.length > 0).toBe(endpoint.access.kind !== 'anyone');
      expect(Object.keys(operation.responses)).toEqual(
        expect.arrayContaining([
          String(endpoint.successStatus ?? 200),
          '500',
          ...(endpoint.errors ?? []).map((code) => String(errorStatus[code])),
        ]),
      );
      if (endpoint.access.kind !== 'anyone') expect(operation.responses['401']?.description).toContain('unauthenticated');
    },
  );

  test('every reference leads somewhere', () => {
    const missing = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].filter(([, ref]) => {
      const name = ref?.startsWith('#/components/schemas/') ? ref.slice('#/components/schemas/'.length) : '';
      return !(name in document.components.schemas);
    });
    expect(missing).toEqual([]);
    expect(document.openapi).toBe('3.1.0');
    expect(document.components.securitySchemes).toMatchObject({ person: { type: 'openIdConnect' }, device: { type: 'oauth2' } });
  });

  test('says what is sent and what is answered in the schemas that calls are checked with', () => {
    const post = document.paths['/ticks-store/api/v1/users/{userId}/ticks']?.post;
    expect(post?.requestBody?.content['application/json']?.schema).toEqual({ $ref: '#/components/schemas/TicksBatch' });
    expect(post?.responses['200']?.content['application/json']?.schema).toEqual({ $ref: '#/components/schemas/IntakeResult' });
    expect(post?.['x-access'].words).toBe(
      'About a member named by userId: Clinician, Provider, Nurse, Coach, Specialist, Support, Tenant Admin who may see the member; the member, for the own data; the member’s own device.',
    );
  });
});

test('every status that a FHIR call answers with is described', () => {
  const statuses = (path: string) => Object.keys(document.paths[path]?.post?.responses ?? {});
  const refusals = ['400', '401', '403', '404', '408', '413', '415', '422', '429', '503', '507'];
  expect(statuses('/fhir/R4/Observation')).toEqual(expect.arrayContaining(['201', ...refusals]));
  expect(statuses('/fhir/R4/Observation')).not.toContain('200');
  expect(statuses('/fhir/R4')).toEqual(expect.arrayContaining(['200', '405', ...refusals]));
});

describe('/docs', () => {
  test('is served with its own files only: nothing from elsewhere', async () => {
    const app = Fastify();
    mountDocs(app, options);
    const page = await app.inject('/docs');
    expect([page.statusCode, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    const linked = [...page.body.matchAll(/(?:src|href)="([^"#]+)"/g)].map((match) => String(match[1]));
    expect(linked).toContain('/docs/docs.js');
    linked.splice(linked.indexOf('data:,'), 1);
    for (const address of linked) expect((await app.inject(address)).statusCode).toBe(200);
    const files = await Promise.all(linked.map(async (address) => (await app.inject(address)).body));
    expect(files.slice(0, 2).join()).not.toMatch(/https?:\/\/(?!localhost)/);
    const asked = await Promise.all([app.inject('/openapi.json'), app.inject('/openapi.json')]);
    for (const answer of asked) expect(answer.json()).toEqual(JSON.parse(JSON.stringify(document)));
    await app.close();
  });
});
