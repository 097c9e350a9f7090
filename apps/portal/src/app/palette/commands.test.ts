import { expect, test } from 'vitest';
import { matching } from './commands.ts';
import { withoutVerb } from './member-commands.ts';

const commands = ['Dark Mode', 'Sign Out', 'Members', 'Cámara de Ángel'].map((label) => ({ label }));

test.each([
  ['', ['Dark Mode', 'Sign Out', 'Members', 'Cámara de Ángel']],
  ['mo', ['Dark Mode']],
  ['MODE dark', ['Dark Mode']],
  ['angel', ['Cámara de Ángel']],
  ['ode', []],
])('“%s” finds %j', (typed, labels) => {
  expect(matching(commands, typed).map((command) => command.label)).toEqual(labels);
});

test.each([
  ['call ash', 'ash'],
  ['no ada ash', 'ada ash'],
  ['note', 'note'],
  ['ash call', 'ash call'],
  ['ada ash', 'ada ash'],
])('by %s members are looked for by %s', (typed, name) => {
  expect(withoutVerb(typed, ['Call ', 'Note about '])).toBe(name);
});
