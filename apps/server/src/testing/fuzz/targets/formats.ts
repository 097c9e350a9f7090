import { formats } from '#intake/formats/all-formats.ts';
import type { FilePart, Format } from '#intake/formats/format.ts';
import { readFormatted, requireOnePerson } from '#intake/formats/read-formatted.ts';
import { recognise } from '#intake/formats/recognise.ts';
import { isForSender } from '../documented.ts';
import { type Fuzzer, textFuzzer } from '../fuzzer.ts';

const record = (type: string, value: string, unit = '') =>
  `<Record type="HK${type}" sourceName="A&#160;Watch"${unit} startDate="2024-01-01 08:00:00 +0200" endDate="2024-01-01 08:05:00 +0200" value="${value}"/>`;

/** What files of any format are damaged from: every format reads them all, its own and the others'. */
const samples = [
  `<?xml version="1.0"?><!DOCTYPE HealthData [<!ENTITY a "b">]><HealthData locale="en"><Me HKCharacteristicTypeIdentifierDateOfBirth="1980-02-29"/>${record('QuantityTypeIdentifierStepCount', '12', ' unit="count"')}${record('CategoryTypeIdentifierSleepAnalysis', 'HKCategoryValueSleepAnalysisAsleepREM')}</HealthData>`,
  '[{"header":{"id":"1","user_id":"a","creation_date_time":"2024-02-05T07:25:00Z","schema_id":{"namespace":"omh","name":"heart-rate","version":"1.0"}},"body":{"heart_rate":{"value":60,"unit":"beats/min"},"effective_time_frame":{"time_interval":{"start_date_time":"2024-02-05T07:25:00Z","duration":{"value":5,"unit":"min"}}}}}]',
  '{"activities-heart":[{"dateTime":"2024-02-05","value":{"restingHeartRate":60}}],"activities-heart-intraday":{"dataset":[{"time":"00:01:00","value":64}]},"sleep":[{"endTime":"2024-02-05T06:00:00.000","levels":{"data":[{"dateTime":"2024-02-05T05:00:00.000","level":"rem","seconds":3600}]}}]}',
  '{"BPDataList":[{"HP":120,"LP":80,"HR":60,"MDate":1442491463,"TimeZone":"-0800"}],"BPUnit":1}',
  '{"point":[{"startTimeNanos":"1422632268186000000","dataTypeName":"com.google.weight","value":[{"fpVal":72.1}]}]}',
];
const options = { nowMs: Date.UTC(2026, 0, 15), timeZone: 'Europe/Berlin', person: undefined, birthDate: null, batchTicks: 1_000 };

/** Files of each format, and the question of which format a file is of. */
export const formatFuzzers: readonly Fuzzer[] = [
  ...formats.map((format) => textFuzzer(`file of ${format.id}`, samples, (text) => readAs(format, text), isForSender)),
  textFuzzer('format of a file', samples, (text) => recognise({ text, entries: null }, formats), isForSender),
];

async function readAs(format: Format, text: string): Promise<void> {
  const parts: readonly FilePart[] = [{ name: '', bytes: () => pieces(text) }];
  await requireOnePerson(format, parts, options);
  await readFormatted(format, parts, options, async () => {});
}

async function* pieces(text: string): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text);
  for (let from = 0; from < bytes.length; from += 1_000) yield bytes.subarray(from, from + 1_000);
}
