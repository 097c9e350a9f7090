import { isMissing } from '../../csv/cells.ts';
import { momentOf, notAMoment } from '../moments.ts';
import { readValue, unknownColumn } from '../tables/columns.ts';
import { createDoses } from '../tables/doses.ts';
import { type Column, type LineReader, notKept, type OpenedTable, skipAll, type Table } from '../tables/table.ts';
import { type DayOrder, withYearFirst } from './day-order.ts';

/** What LibreView writes in a language: the headings of what it tells. */
interface Language {
  readonly when: string;
  readonly recordType: string;
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

const english: Language = {
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

const languages = [english, spanish];
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
      const headings = [language.when, language.recordType, `${language.glucose[0]} ${written}`];
      return { name: 'Glucose Data', headings, open: (opened) => glucoseReader(language, columns, order, opened) };
    }),
  );
}

type Columns = ReadonlyMap<string, Column>;

function columnsOf(language: Language, written: string, ucum: string): Columns {
  const { glucose, insulin, insulinUncounted, insulinParts, meals, ketones, notes } = language;
  return new Map<string, Column>([
    ...glucose.map((heading) => [`${heading} ${written}`, { metric: 'glucose', ucum }] as const),
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

function glucoseReader(
  { when, recordType, aside }: Language,
  known: Columns,
  order: DayOrder | null,
  { context, headings, delimiter }: OpenedTable,
): LineReader {
  const clock = context.wallClock();
  const doses = createDoses(context);
  const left = new Set([when, recordType, ...aside, '']);
  const whenIndex = headings.indexOf(when);
  return {
    read(record, place, readings) {
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
