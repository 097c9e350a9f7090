import { registry } from '@vigil/contract';
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
