import { ApiError } from '@vigil/contract/client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { tellInOwnLanguage } from './failure-language.ts';
import { i18next } from './i18n.ts';

const refused = (retryAfterSeconds?: number) =>
  new ApiError(
    429,
    'too_many_requests',
    'This can be saved 300 times a minute.',
    retryAfterSeconds === undefined ? {} : { retryAfterSeconds },
  );

describe('what came too often', () => {
  beforeEach(() => i18next.changeLanguage('es'));
  afterEach(() => i18next.changeLanguage('en'));

  it.each([
    [1, 'Inténtelo de nuevo en 1 segundo.'],
    [20, 'Inténtelo de nuevo en 20 segundos.'],
    [3_500, 'Inténtelo de nuevo en 59 minutos.'],
    [undefined, 'Espere un momento.'],
  ])('after %s seconds says when to try again', (seconds, text) => {
    const failure = refused(seconds);
    tellInOwnLanguage(failure);
    expect(failure.message).toContain(text);
  });
});
