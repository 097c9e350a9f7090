import { describe, expect, it } from 'vitest';
import type { FileStart, Format } from './format.ts';
import { recognise } from './recognise.ts';

const none = async function* () {};
const format = (id: string, word: string): Format => ({
  id,
  name: `The ${id} export`,
  recognises: ({ text, entries }) => text.includes(word) || entries?.includes(word) === true,
  read: none,
});
const formats = [format('one', 'aaa'), format('two', 'bbb'), format('three', 'ccc')];
const text = (content: string): FileStart => ({ text: content, entries: null });

describe('which format a file is of', () => {
  it('is the one that recognises what the file holds, before the forms of the API', () => {
    expect(recognise(text('time,aaa\n'), formats)).toBe(formats[0]);
    expect(recognise({ text: '', entries: ['x', 'ccc'] }, formats)).toBe(formats[2]);
  });

  it.each([
    ['time,heart_rate\n1,60\n', 'csv'],
    ['{"ticks": []}', 'ticks'],
    ['\n[{"timestamp": 1, "data": {}}]', 'ticks'],
    ['{"source":"device","series":{}}', 'ticks'],
    ['{"note":"a \\"{ in a text", "ticks" : [', 'ticks'],
  ])('%j is of a form of the API', (content, id) => expect(recognise(text(content), formats)).toBe(id));

  it('is asked for where several fit, naming them', () => {
    expect(() => recognise(text('aaa bbb'), formats)).toThrow(/could be The one export or The two export.*--format one or two/);
  });

  it.each([
    ['FHIR', text('{"resourceType": "Bundle"}'), /--format fhir/],
    ['other JSON', text('{"a": 1}'), /JSON, but of none.*The one export, The two export, The three export, ticks, CSV and FHIR/],
    [
      'an answer of Withings, which has a series of its own',
      text('{"status":0,"body":{"series":[{"startdate":1767225600,"enddate":1767225900,"state":1,"hr":{"1767225600":61}}]}}'),
      /JSON, but of none/,
    ],
    [
      'an answer of Withings with weights',
      text('{"status":0,"body":{"timezone":"Europe/Paris","measuregrps":[{"date":1767225600,"timestamp":1}]}}'),
      /JSON, but of none/,
    ],
    ['other XML', text('<?xml version="1.0"?><gpx/>'), /XML, but of none/],
    ['UTF-16', text('\uFFFD\uFFFDt\0i\0'), /UTF-16.*save it as UTF-8/],
    ['bytes', text('PNG\0\0'), /no text/],
    ['nothing', text(' '), /empty/],
    ['other zips', { text: '', entries: ['a.txt', 'b.txt'] }, /zip holds none of the formats/],
  ] as const)('is refused for %s', (_what, start, sentence) => expect(() => recognise(start, formats)).toThrow(sentence));
});
