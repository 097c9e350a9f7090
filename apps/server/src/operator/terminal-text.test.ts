import { expect, it, vi } from 'vitest';
import { terminalText } from './terminal-text.ts';
import { say, sayRow } from './workplace.ts';

it('leaves nothing of a name that a terminal would obey, and every line and column', () => {
  expect(terminalText('0\t\u001b[2Jheart\nb\u009bm\u202Espo2 Zoë')).toBe('0\t\uFFFD[2Jheart\nb\uFFFDm\uFFFDspo2 Zoë');
});

it('is what a command says its lines with', () => {
  const written = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  say('1\t\u001b]0;title\u0007\tUnknown metric');
  expect(written.mock.calls).toEqual([['1\t\uFFFD]0;title\uFFFD\tUnknown metric\n']]);
  written.mockRestore();
});

it('keeps a row one row of its columns, whatever is stored under a name', () => {
  const written = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  sayRow(['1', 'Board\tvalid\n2\u001b[1A', 'https://board.example']);
  expect(written.mock.calls).toEqual([['1\tBoard\uFFFDvalid\uFFFD2\uFFFD[1A\thttps://board.example\n']]);
  written.mockRestore();
});
