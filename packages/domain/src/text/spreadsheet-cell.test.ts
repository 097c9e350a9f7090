import { describe, expect, test } from 'vitest';
import { spreadsheetCell, withoutDisarming } from './spreadsheet-cell.ts';

describe('a cell that a spreadsheet would run as a formula', () => {
  const starts = ['=', '+', '-', '@', '＝', '＋', '－', '＠', '﹦', '﹢', '﹣', '﹫', '⁼', '⁺', '₌'];
  const before = ['', ' ', '\u00a0', '\u3000', '\u200b', '\ufeff', '\u202e', '\u00ad', '"', "'", '“', '\t', '\r', '\n', ' "\u200b'];
  test.each(starts.flatMap((start) => before.map((ahead) => `${ahead}${start}HYPERLINK("http://x")`)))(
    '%j begins with an apostrophe',
    (text) => {
      expect(spreadsheetCell(text)).toBe(`'${text}`);
    },
  );

  test.each(['\tName', '\rName', '\nName', '+15550100'])(
    'so does what some take as the beginning of another cell, and a phone number: %j',
    (text) => {
      expect(spreadsheetCell(text)).toBe(`'${text}`);
    },
  );

  test.each(['-3.5', '-0,5', '-1e-7', '12', '', 'Ann-Marie', "O'Neil", '“quoted”', '95 %', '2026-11-27', 'a=b', '\u200bAnn', '½'])(
    '%j stays as it is',
    (text) => {
      expect(spreadsheetCell(text)).toBe(text);
    },
  );

  test('nothing of the text gets lost', () => {
    expect(spreadsheetCell('＝1+1\u200b')).toBe("'＝1+1\u200b");
  });
});

test.each(['=1+1', '+16502530000', "'=1", '\t=1', 'Ann', "'t Hooft", '', "'", '-5', "''+1"])(
  'a file that comes back holds %j again',
  (text) => {
    expect(withoutDisarming(spreadsheetCell(text))).toBe(text);
  },
);
