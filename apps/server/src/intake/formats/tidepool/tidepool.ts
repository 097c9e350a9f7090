import { jsonDocuments } from '../../import/json-documents.ts';
import type { FilePart, Format, Reading } from '../format.ts';
import { createDoses } from '../tables/doses.ts';
import { createRecordReader, type TidepoolRecord } from './records.ts';

const type = /"type" ?: ?"(?:cbg|smbg|basal|bolus|wizard|deviceEvent|pumpSettings|upload|food|insulin)"/;
const ofTidepool = /"(?:uploadId|deviceTime|_userId|_groupId)" ?:/;
/** Records handled before others get their turn. */
const pieceRecords = 2_000;

/** Device data in the Tidepool data model: a JSON array of records, or one a line. */
export const tidepool: Format = {
  id: 'tidepool',
  name: 'Tidepool device data',
  recognises: ({ text, entries }) => entries === null && /^\s*[[{]/.test(text) && type.test(text) && ofTidepool.test(text),
  async *persons(parts) {
    for (const part of parts)
      for await (const { record } of recordsOf(part)) {
        const person = record._userId ?? record.userId;
        if (typeof person === 'string' && person !== '') yield person;
      }
  },
  async *read(parts, context) {
    const doses = createDoses(context);
    const read = createRecordReader(context, doses);
    let readings: Reading[] = [];
    for (const part of parts)
      for await (const { record, place } of recordsOf(part)) {
        if (context.person !== undefined && (record._userId ?? record.userId) !== context.person)
          context.skip('About another person than the one chosen');
        else read(record, place, readings);
        if (place % pieceRecords !== 0) continue;
        yield readings;
        readings = [];
      }
    doses.flush(readings);
    yield readings;
  },
};

async function* recordsOf(part: FilePart): AsyncGenerator<{ readonly record: TidepoolRecord; readonly place: number }> {
  let place = 0;
  for await (const document of jsonDocuments(part.bytes())) {
    const values: readonly unknown[] = document.ok ? (Array.isArray(document.value) ? document.value : [document.value]) : [null];
    for (const value of values) {
      place += 1;
      const record = typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as TidepoolRecord) : {};
      yield { record, place };
    }
  }
}
