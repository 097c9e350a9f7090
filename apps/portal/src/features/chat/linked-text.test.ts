import { expect, test } from 'vitest';
import { linkedText } from './linked-text.ts';

const links = (text: string) => linkedText(text).flatMap(({ text: shown, href, host }) => (href === undefined ? [] : [[shown, host]]));

test.each([
  ['an address', 'See https://example.org/a?b=1#c now', [['https://example.org/a?b=1#c', null]]],
  [
    'two of them, and what ends a sentence',
    'http://a.example, https://b.example.',
    [
      ['http://a.example', null],
      ['https://b.example', null],
    ],
  ],
  ['brackets around and within', '(https://a.example/x_(y))', [['https://a.example/x_(y)', null]]],
  ['a name before the real host', 'https://bank.example@evil.example/login', [['https://bank.example@evil.example/login', 'evil.example']]],
  ['letters that look alike', 'https://аррӏе.com', [['https://аррӏе.com', 'xn--80ak6aa92e.com']]],
  ['a host that only begins as another', 'https://good.example.evil.example', [['https://good.example.evil.example', null]]],
  ['an address of a number in disguise', 'http://2130706433/', [['http://2130706433/', '127.0.0.1']]],
  ['no other schemes', 'javascript:alert(1) data:text/html,x file:///etc ftp://a.example mailto:a@b.example', []],
  ['markup', '<a href="https://a.example">x</a>', [['https://a.example', null]]],
  ['nothing behind the scheme', 'https:// and http://', []],
])('%s', (_name, text, expected) => {
  expect(links(text)).toEqual(expected);
});

test('nothing of a text is lost or changed', () => {
  for (const text of ['', 'plain', ' https://a.example \n http://b.example/.', 'https://https://x', 'HTTPS://A.example/é', 'https://[bad'])
    expect(
      linkedText(text)
        .map((part) => part.text)
        .join(''),
    ).toBe(text);
});

test('a letter that grows when it is made small moves no address', () => {
  expect(links(`${'İ'.repeat(9)} https://a.example`)).toEqual([['https://a.example', null]]);
});

/** Forty times the longest message: what costs the square of its length takes minutes for it. */
const length = 400_000;

test.each([
  ['closing brackets', `https://a.example/${')'.repeat(length)}`],
  ['brackets in pairs', `https://a.example/${'()'.repeat(length / 2)}`],
  ['closing brackets and full stops', `https://a.example/(${').'.repeat(length / 2)}`],
  ['addresses', 'http://a '.repeat(length / 9)],
  ['schemes without an address', 'https://'.repeat(length / 8)],
])('a long row of %s is read at once', (_name, text) => {
  const before = process.cpuUsage();
  expect(linkedText(text).length).toBeGreaterThan(0);
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1_000).toBeLessThan(2_000);
});
