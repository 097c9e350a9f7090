import { registry, userAdminImports } from '@vigil/contract';
import { afterEach, expect, test, vi } from 'vitest';
import { call } from './api.ts';
import { i18next } from './i18n.ts';

afterEach(async () => {
  vi.unstubAllGlobals();
  await i18next.changeLanguage('en');
});

const asked = () => call(registry.getUser, { params: { id: crypto.randomUUID() } }, { quiet: true });
const refused = (status: number, code: string) => async () => Response.json({ error: { code, message: 'In English.' } }, { status });

test.each([
  [
    () => Promise.reject(new TypeError('no connection')),
    'No se ha podido conectar con el servidor. Compruebe la conexión e inténtelo de nuevo.',
  ],
  [refused(503, 'database_unavailable'), 'El servidor no llega a su base de datos. Inténtelo de nuevo dentro de un momento.'],
  [refused(409, 'conflict'), 'Esto ha cambiado entretanto. Mire cómo está ahora e inténtelo de nuevo.'],
])('who reads the portal in Spanish is told of a failure in Spanish: %#', async (answer, told) => {
  vi.stubGlobal('fetch', answer);
  await i18next.changeLanguage('es');
  await expect(asked()).rejects.toThrow(told);
});

test('in English the server’s own words stand, which say more', async () => {
  vi.stubGlobal('fetch', refused(409, 'conflict'));
  await expect(asked()).rejects.toThrow('In English.');
});

test.each([
  ['a file of 1 MB', 1_000_000, 16_000, 56_000],
  ['a small file', 10, 14_000, 16_000],
])(
  '%s may take as long to send as a bad line needs; without an answer after that it has failed',
  async (_what, bytes, onItsWayMs, lateMs) => {
    vi.useFakeTimers();
    try {
      vi.stubGlobal('fetch', (_address: string, { signal }: RequestInit) => {
        return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
      });
      const query = { id: crypto.randomUUID(), realm: 'patient', fileName: 'people.csv' } as const;
      const ended = vi.fn();
      call(
        userAdminImports.checkImport,
        { params: { tenantId: crypto.randomUUID() }, query, body: new Uint8Array(bytes) },
        { quiet: true },
      ).catch(ended);
      await vi.advanceTimersByTimeAsync(onItsWayMs);
      expect(ended).not.toHaveBeenCalled();
      await vi.advanceTimersByTimeAsync(lateMs - onItsWayMs);
      expect(ended).toHaveBeenCalledWith(expect.objectContaining({ status: 0 }));
    } finally {
      vi.useRealTimers();
    }
  },
);

test('a file that is on its way when the network goes has failed at once', async () => {
  vi.stubGlobal('fetch', (_address: string, { signal }: RequestInit) => {
    return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
  });
  const query = { id: crypto.randomUUID(), realm: 'patient', fileName: 'people.csv' } as const;
  const sent = call(
    userAdminImports.checkImport,
    { params: { tenantId: crypto.randomUUID() }, query, body: new Uint8Array(1_000) },
    { quiet: true },
  );
  await new Promise((resolve) => setTimeout(resolve));
  dispatchEvent(new Event('offline'));
  await expect(sent).rejects.toMatchObject({ status: 0, message: 'The connection was lost on the way.' });
});
