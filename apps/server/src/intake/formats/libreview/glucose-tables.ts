import { isMissing } from '../../csv/cells.ts';
import type { WallClock } from '../../wall-clock.ts';
import type { FormatContext } from '../format.ts';
import { momentOf, notAMoment } from '../moments.ts';
import { readValue, unknownColumn } from '../tables/columns.ts';
import { createDoses } from '../tables/doses.ts';
import { type Column, type LineReader, notKept, type OpenedTable, skipAll, type Table } from '../tables/table.ts';
import { type DayOrder, withYearFirst } from './day-order.ts';

/** What LibreView, or the software of the reader itself, writes in a language: the headings of what it tells. */
interface Language {
  readonly when: string;
  readonly recordType: string;
  /** How a heading names its unit. */
  readonly withUnit: (heading: string, unit: string) => string;
  /** Of the sensor's own readings, those that somebody scanned, and those of strips; without their unit. */
  readonly glucose: readonly [automatic: string, scanned: string, strip: string];
  /** Doses, fast and slow; the same without a number; and what a dose was made up of. */
  readonly insulin: readonly string[];
  readonly insulinUncounted: readonly string[];
  readonly insulinParts: readonly string[];
  readonly meals: readonly string[];
  readonly ketones: string;
  readonly notes: string;
  /** The device and its number. */
  readonly aside: readonly string[];
}

const behind = (heading: string, unit: string) => `${heading} ${unit}`;
const inBrackets = (heading: string, unit: string) => `${heading} (${unit})`;

const english: Language = {
  withUnit: behind,
  when: 'device timestamp',
  recordType: 'record type',
  glucose: ['historic glucose', 'scan glucose', 'strip glucose'],
  insulin: ['rapid-acting insulin (units)', 'long-acting insulin (units)'],
  insulinUncounted: ['non-numeric rapid-acting insulin', 'non-numeric long-acting insulin'],
  insulinParts: ['meal insulin (units)', 'correction insulin (units)', 'user change insulin (units)'],
  meals: ['non-numeric food', 'carbohydrates (grams)', 'carbohydrates (servings)'],
  ketones: 'ketone mmol/l',
  notes: 'notes',
  aside: ['device', 'serial number'],
};

const spanish: Language = {
  withUnit: behind,
  when: 'sello de tiempo del dispositivo',
  recordType: 'tipo de registro',
  glucose: ['historial de glucosa', 'escaneo de glucosa', 'tira reactiva para glucosa'],
  insulin: ['insulina de acción rápida (unidades)', 'insulina de acción larga (unidades)'],
  insulinUncounted: ['insulina de acción rápida no numérica', 'insulina de acción larga no numérica'],
  insulinParts: ['comida e insulina (unidades)', 'insulina de corrección (unidades)', 'insulina del cambio de usuario (unidades)'],
  meals: ['alimento no numérico', 'carbohidratos (gramos)', 'carbohidratos (porciones)'],
  ketones: 'cuerpos cetónicos mmol/l',
  notes: 'notas',
  aside: ['dispositivo', 'número de serial'],
};

/** The software that came with the reader: a number for each line, units in brackets, and times that were set anew at the end. */
const englishReader: Language = {
  ...english,
  withUnit: inBrackets,
  when: 'time',
  ketones: 'ketone (mmol/l)',
  aside: ['id', 'previous time', 'updated time'],
};

const spanishReader: Language = {
  withUnit: inBrackets,
  when: 'hora',
  recordType: 'tipo de registro',
  glucose: ['histórico glucosa', 'glucosa leída', 'glucosa de la tira'],
  insulin: ['insulina de acción rápida (unidades)', 'insulina de acción prolongada (unidades)'],
  insulinUncounted: ['insulina de acción rápida sin valor numérico', 'insulina de acción prolongada sin valor numérico'],
  insulinParts: ['insulina comida (unidades)', 'insulina corrección (unidades)', 'insulina cambio usuario (unidades)'],
  meals: ['alimentos sin valor numérico', 'carbohidratos (gramos)', 'carbohidratos (raciones)', 'carbohidratos (porciones)'],
  ketones: 'cetonas (mmol/l)',
  notes: 'notas',
  aside: ['id', 'hora anterior', 'hora actualizada'],
};

const languages = [english, spanish, englishReader, spanishReader];
const units = [
  ['mg/dl', 'mg/dL'],
  ['mmol/l', 'mmol/L'],
] as const;

export const whenHeadings: readonly string[] = languages.map(({ when }) => when);

/** The export in each language and unit, with dates in the order given. */
export function glucoseTables(order: DayOrder | null): readonly Table[] {
  return languages.flatMap((language) =>
    units.map(([written, ucum]): Table => {
      const columns = columnsOf(language, written, ucum);
      const headings = [language.when, language.recordType, language.withUnit(language.glucose[0], written)];
      return { name: 'Glucose Data', headings, open: (opened) => glucoseReader(language, columns, order, opened) };
    }),
  );
}

type Columns = ReadonlyMap<string, Column>;

function columnsOf(language: Language, written: string, ucum: string): Columns {
  const { glucose, insulin, insulinUncounted, insulinParts, meals, ketones, notes, withUnit } = language;
  return new Map<string, Column>([
    ...glucose.map((heading) => [withUnit(heading, written), { metric: 'glucose', ucum }] as const),
    ...insulin.map((heading) => [heading, { metric: 'insulin' }] as const),
    ...Object.entries({
      ...skipAll('Doses of insulin without a number', insulinUncounted),
      ...skipAll('Parts of a dose that is taken', insulinParts),
      ...skipAll(notKept('meals among readings; they are logged'), meals),
      ...skipAll(notKept('ketones'), [ketones]),
      ...skipAll(notKept('notes of a meter'), [notes]),
    }),
  ]);
}

/** Headings of `aside` that tell one device from another. */
const ofDevice: ReadonlySet<string> = new Set([...english.aside, ...spanish.aside]);
/** Series of more devices than anybody has used share a clock. */
const mostSeries = 100;

/**
 * A clock for each kind of record of each device. A file has them one after the other, or mixed, and only the times of one and the same
 * go on evenly: that is what tells the two passes of the hour apart that clocks show twice.
 */
function createSeriesClocks(context: FormatContext): (series: readonly string[]) => WallClock {
  const clocks = new Map<string, WallClock>();
  return (series) => {
    const name = series.join('\n');
    const key = clocks.has(name) || clocks.size < mostSeries ? name : '';
    const clock = clocks.get(key) ?? context.wallClock();
    clocks.set(key, clock);
    return clock;
  };
}

function glucoseReader(
  { when, recordType, aside }: Language,
  known: Columns,
  order: DayOrder | null,
  { context, headings, delimiter }: OpenedTable,
): LineReader {
  const doses = createDoses(context);
  const left = new Set([when, recordType, ...aside, '']);
  const whenIndex = headings.indexOf(when);
  const seriesIndices = [recordType, ...aside.filter((heading) => ofDevice.has(heading))].map((heading) => headings.indexOf(heading));
  const clockOf = createSeriesClocks(context);
  return {
    read(record, place, readings) {
      const clock = clockOf(seriesIndices.map((index) => record[index] ?? ''));
      for (const [index, cell] of record.entries()) {
        const heading = headings[index] ?? '';
        if (left.has(heading) || isMissing(cell)) continue;
        const column = known.get(heading) ?? { skip: unknownColumn };
        if ('skip' in column) {
          context.skip(column.skip);
          continue;
        }
        const value = readValue(cell, column, delimiter, context, place);
        if (value === null) continue;
        const timestampMs = momentOf(withYearFirst(record[whenIndex] ?? '', order), clock);
        if (timestampMs === null) context.refuse(place, column.metric, notAMoment, 'time');
        else if (column.metric === 'insulin' && Number.isFinite(value)) doses.add(place, timestampMs, value);
        else readings.push({ place, metric: column.metric, timestampMs, value });
      }
    },
    end: doses.flush,
  };
}
