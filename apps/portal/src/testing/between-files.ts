/**
 * Test files of the portal share a process and its modules, which is a third of the work of a process each. Before each file what one
 * could leave to the next is as a page that was just opened finds it.
 */
import { onlineManager } from '@tanstack/react-query';
import { cleanup } from '@testing-library/react';
import { afterAll, vi } from 'vitest';
import { configuration } from '#lib/configuration.ts';
import { connection } from '#lib/connection.ts';
import { i18next } from '#lib/i18n.ts';
import { queryClient } from '#lib/query.ts';
import { session, tokens } from '#lib/session/session.ts';

const howIsAsked = queryClient.getDefaultOptions();

afterAll(async () => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  for (const lent of ['hidden', 'visibilityState']) Reflect.deleteProperty(document, lent);
  document.body.replaceChildren();
  document.title = '';
  localStorage.clear();
  sessionStorage.clear();
  history.replaceState(null, '', '/');
  session.set(null);
  tokens.set(null);
  configuration.set(null);
  connection.set('answering');
  onlineManager.setOnline(true);
  queryClient.clear();
  queryClient.setDefaultOptions(howIsAsked);
  await i18next.changeLanguage('en');
});
