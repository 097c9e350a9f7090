import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLog } from '#platform/log.ts';
import { portalFolder, portalPage, servePortal } from './portal.ts';
import { createHttpServer } from './server.ts';

/* The built portal: the suites build it before they begin. */
const app = createHttpServer({ log: createLog('silent'), publicUrl: 'http://localhost:3000', fallback: portalPage });
beforeAll(() => servePortal(app));
afterAll(() => app.close());
const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

test('the portal is there', () => expect(existsSync(join(portalFolder, 'dist/index.html'))).toBe(true));

describe('a page of the portal', () => {
  test.each(['/', '/dashboard/today', '/patient/11111111-1111-4111-8111-111111111111/summary?day=2026-05-01'])(
    '%s is answered alike to browsers and to curl',
    async (url) => {
      const [page, curl, bare] = await Promise.all([
        app.inject({ url, headers: { accept: browser } }),
        app.inject({ url, headers: { accept: '*/*' } }),
        app.inject({ url }),
      ]);
      expect([page.statusCode, curl.statusCode, bare.statusCode]).toEqual([200, 200, 200]);
      expect(page.body).toContain('<html');
      expect([curl.body, bare.body]).toEqual([page.body, page.body]);
    },
  );

  test.each([browser, '*/*'])('HEAD says what GET says, without the page (%s)', async (accept) => {
    const [head, get] = await Promise.all([
      app.inject({ method: 'HEAD', url: '/', headers: { accept } }),
      app.inject({ url: '/', headers: { accept } }),
    ]);
    expect([head.statusCode, head.body]).toEqual([200, '']);
    for (const name of ['content-type', 'cache-control', 'content-security-policy'])
      expect([name, head.headers[name]]).toEqual([name, get.headers[name]]);
  });

  test.each([
    '/assets/gone-12345678.js',
    '/robots.txt',
    '/.git/config',
    '/.well-known/change-password',
    '/wp-login.php',
    '/dashboard/picture.png?x=1',
  ])('a file that there is not is told to be missing, to browsers too: %s', async (url) => {
    for (const accept of [browser, '*/*'])
      for (const method of ['GET', 'HEAD'] as const)
        expect([method, (await app.inject({ method, url, headers: { accept } })).statusCode]).toEqual([method, 404]);
  });

  test('nothing that only takes data gets a page', async () => {
    expect((await app.inject({ url: '/nothing', headers: { accept: 'application/json' } })).statusCode).toBe(404);
    expect((await app.inject({ method: 'POST', url: '/', headers: { accept: browser } })).statusCode).toBe(404);
  });
});
