import { catalogue } from '@vigil/domain/metrics/catalogue';
import { readCell } from '../../csv/cells.ts';
import { momentOf, notAMoment } from '../moments.ts';
import { createDoses } from '../tables/doses.ts';
import { type LineReader, notKept, type OpenedTable, type Table } from '../tables/table.ts';
import { tableFormat } from '../tables/table-format.ts';

interface Headings {
  readonly when: string;
  readonly event: string;
  readonly subtype: string;
  readonly patient: string;
  readonly glucose: string;
  readonly insulin: string;
  readonly ucum: 'mg/dL' | 'mmol/L';
}

const clarity = (unit: 'mg/dL' | 'mmol/L'): Headings => ({
  when: 'timestamp (yyyy-mm-ddthh:mm:ss)',
  event: 'event type',
  subtype: 'event subtype',
  patient: 'patient info',
  glucose: `glucose value (${unit.toLowerCase()})`,
  insulin: 'insulin value (u)',
  ucum: unit,
});
/** The same export with its headings rewritten by a study (BIG IDEAs), which gives glucose in mg/dL. */
const rewritten: Headings = {
  when: 'timestamp',
  event: 'event_type',
  subtype: 'event_subtype',
  patient: 'patient_info',
  glucose: 'glucose',
  insulin: 'insulin_value',
  ucum: 'mg/dL',
};

/** What a Dexcom sensor reports at all, in mg/dL (Dexcom G6 and G7, instructions for use): a figure outside is in another unit. */
const [lowest, highest] = [39, 401];
const beyond = new Map([
  ['low', 'Glucose below what the sensor can measure (Low)'],
  ['high', 'Glucose above what the sensor can measure (High)'],
]);
const skipped = new Map([
  ['carbs', notKept('meals among readings; they are logged')],
  ['exercise', notKept('exercise among readings')],
  ['health', notKept('how somebody felt')],
  ['alert', notKept('settings of alerts')],
]);
/** Lines about the person and the device. */
const aside = new Set(['firstname', 'lastname', 'patientidentifier', 'dateofbirth', 'device', '']);
const otherEvents = 'Events of kinds that this format is not known to have';

/** Exports of Dexcom Clarity, a line an event. */
export const dexcomClarity = tableFormat({
  id: 'dexcom-clarity',
  name: 'Dexcom Clarity export',
  device: 'Dexcom',
  tables: [clarity('mg/dL'), clarity('mmol/L'), rewritten].map(
    (headings): Table => ({
      name: 'CLARITY_Export',
      headings: [headings.when, headings.event, headings.subtype, headings.patient, headings.glucose, headings.insulin],
      open: (opened) => eventReader(headings, opened),
    }),
  ),
});

function eventReader(
  { when, event, patient, glucose, insulin, ucum }: Headings,
  { context, headings, delimiter }: OpenedTable,
): LineReader {
  const clock = context.wallClock();
  const doses = createDoses(context);
  const at = (record: readonly string[], heading: string) => (record[headings.indexOf(heading)] ?? '').trim();
  return {
    read(record, place, readings) {
      const kind = at(record, event).toLowerCase();
      const isSensor = kind === 'egv';
      const metric = isSensor || kind === 'calibration' ? 'glucose' : kind === 'insulin' ? 'insulin' : null;
      if (metric === null) {
        if (kind === 'dateofbirth') context.bornOn(at(record, patient));
        if (!aside.has(kind)) context.skip(skipped.get(kind) ?? otherEvents);
        return;
      }
      const cell = at(record, metric === 'glucose' ? glucose : insulin);
      const outside = beyond.get(cell.toLowerCase());
      if (outside !== undefined) {
        context.skip(outside);
        return;
      }
      const value = readCell(metric, cell, metric === 'glucose' ? ucum : catalogue.insulin.ucum, delimiter);
      const timestampMs = momentOf(at(record, when), clock);
      if (timestampMs === null) context.refuse(place, metric, notAMoment, 'time');
      else if (isSensor && (value < lowest || value > highest)) context.refuse(place, metric, notOfSensor, 'value');
      else if (metric === 'insulin' && Number.isFinite(value)) doses.add(place, timestampMs, value);
      else readings.push({ place, metric, timestampMs, value });
    },
    end: doses.flush,
  };
}

const notOfSensor = `Glucose outside of what a Dexcom sensor reports, ${lowest + 1} to ${highest - 1} mg/dL; the file may be in another unit`;
