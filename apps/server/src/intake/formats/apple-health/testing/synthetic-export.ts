/** Synthetic exports of Apple Health for tests: nobody's data, in the form of an export of version 17. */

const watchDevice =
  '&lt;&lt;HKDevice: 0x1&gt;, name:Apple Watch, manufacturer:Apple Inc., model:Watch, hardware:Watch6,7, software:10.2&gt;';
const phoneDevice = '&lt;&lt;HKDevice: 0x2&gt;, name:iPhone, manufacturer:Apple Inc., model:iPhone, hardware:iPhone14,2, software:17.2&gt;';

/** The attributes that say who recorded. */
export const recorders = {
  watch: `sourceName="A’s Apple Watch" sourceVersion="10.2" device="${watchDevice}"`,
  phone: `sourceName="A’s iPhone" sourceVersion="17.2" device="${phoneDevice}"`,
  app: 'sourceName="Stride" sourceVersion="3"',
} as const;

/** One record. Times are as exports write them, `2024-01-01 08:00:00 +0200`, the end being the start unless it is given. */
export function record(
  type: string,
  value: string | number,
  [start, end = start]: readonly [start: string, end?: string],
  { unit = '', by = 'watch', metadata = '' }: { unit?: string; by?: keyof typeof recorders; metadata?: string } = {},
): string {
  const unitAttribute = unit === '' ? '' : ` unit="${unit}"`;
  const attributes = `type="${type}" ${recorders[by]}${unitAttribute} creationDate="${end}" startDate="${start}" endDate="${end}" value="${value}"`;
  return metadata === '' ? `<Record ${attributes}/>` : `<Record ${attributes}>${metadata}</Record>`;
}

export const quantity = (name: string) => `HKQuantityTypeIdentifier${name}`;
export const sleep = 'HKCategoryTypeIdentifierSleepAnalysis';
export const stage = (name: string) => `HKCategoryValueSleepAnalysis${name}`;

/** A whole export, with the document type that exports have, shortened. */
export function exportOf(records: readonly string[], { birthDate = '1980-02-29' } = {}): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE HealthData [
<!-- HealthKit Export Version: 14 -->
<!ELEMENT HealthData (ExportDate,Me,(Record|Correlation|Workout|ActivitySummary)*)>
<!ATTLIST HealthData
  locale CDATA #REQUIRED
>
]>
<HealthData locale="en_NL">
 <ExportDate value="2024-06-01 08:10:05 +0200"/>
 <Me HKCharacteristicTypeIdentifierDateOfBirth="${birthDate}" HKCharacteristicTypeIdentifierBiologicalSex="HKBiologicalSexNotSet"/>
${records.map((one) => ` ${one}`).join('\n')}
</HealthData>
`;
}
