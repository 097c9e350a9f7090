import { expect, test } from 'vitest';
import appEn from '../app/messages.en.json';
import app from '../app/messages.es.json';
import notesEn from '../features/notes/messages.en.json';
import notes from '../features/notes/messages.es.json';
import patientEn from '../features/patient/messages.en.json';
import patient from '../features/patient/messages.es.json';
import signInEn from '../features/sign-in/messages.en.json';
import signIn from '../features/sign-in/messages.es.json';
import listEn from './list/messages.en.json';
import list from './list/messages.es.json';
import en from './messages.en.json';
import es from './messages.es.json';

/** Every text with its path; the plural endings of a language are its own. */
function texts(messages: object, under = ''): Map<string, string> {
  const found = new Map<string, string>();
  for (const [name, value] of Object.entries(messages)) {
    const path = under + name.replace(/_(zero|one|two|few|many|other)$/, '');
    if (typeof value === 'string') found.set(path, value);
    else for (const [inner, text] of texts(value, `${path}.`)) found.set(inner, text);
  }
  return found;
}
const placeholders = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name).sort();

test.each([
  ['ui', en, es],
  ['list', listEn, list],
  ['sign-in', signInEn, signIn],
  ['patient', patientEn, patient],
  ['notes', notesEn, notes],
])('everything of %s that a member sees is there in Spanish', (_name, english, spanish) => {
  expect([...texts(spanish).keys()].sort()).toEqual([...texts(english).keys()].sort());
});

test.each([
  ['ui', en, es],
  ['list', listEn, list],
  ['app', appEn, app],
  ['sign-in', signInEn, signIn],
  ['patient', patientEn, patient],
  ['notes', notesEn, notes],
])('the Spanish of %s fills in the same values as the English', (_name, english, spanish) => {
  const known = texts(english);
  for (const [path, text] of texts(spanish)) expect([path, placeholders(text)]).toEqual([path, placeholders(known.get(path) ?? '')]);
});
