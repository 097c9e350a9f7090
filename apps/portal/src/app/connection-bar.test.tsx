import { cleanup, render, screen } from '@testing-library/react';
import { act } from 'react';
import { afterEach, expect, test } from 'vitest';
import { connection, noteAnswer } from '#lib/connection.ts';
import { outdatedSince } from '#lib/recovery.ts';
import { ConnectionBar } from './connection-bar.tsx';
import './messages.ts';

const told = () => screen.getByRole('status').textContent;

afterEach(() => {
  act(() => {
    connection.set('answering');
    outdatedSince.set(null);
  });
  cleanup();
});

test('says nothing while the server answers', () => {
  render(<ConnectionBar />);
  expect(told()).toBe('');
});

test('says that the device is offline, and stops saying it', () => {
  render(<ConnectionBar />);
  act(() => connection.set('offline'));
  expect(told()).toMatch(/This device is offline/);
  act(() => connection.set('answering'));
  expect(told()).toBe('');
});

test('says that the server is away, and how old the screen is', () => {
  noteAnswer();
  render(<ConnectionBar />);
  act(() => connection.set('silent'));
  expect(told()).toMatch(/^Can’t reach the server. Last updated \d+:\d\d [AP]M · reconnecting…$/);
});

test('says how old it is what a store that is away cannot bring up to date', () => {
  render(<ConnectionBar />);
  act(() => outdatedSince.set(new Date(2026, 1, 3, 9, 14).getTime()));
  expect(told()).toBe('Some data can’t be updated right now. Last updated 9:14 AM · reconnecting…');
});
