import { isMissing } from '../../csv/cells.ts';

import { momentOf, notAMoment } from '../moments.ts';
import { readValue, unknownColumn } from '../tables/columns.ts';
import { createDoses } from '../tables/doses.ts';
import { type Column, type LineReader, notKept, type OpenedTable, type Table } from '../tables/table.ts';
import { type DayOrder, withYearFirst } from './day-order.ts';

const meals = notKept('meals among readings; they are logged');
const noNumber = 'Doses of insulin without a number';
const parts = 'Parts of a dose that is taken';
const glucose = (ucum: string): Column => ({ metric: 'glucose', ucum });
const insulin: Column = { metric: 'insulin' };

/** What LibreView writes in a language: the headings that name a table, and what each holds. */
interface Language {
  readonly when: string;
  readonly recordType: string;
  /** Of the sensor's own readings, those that somebody scanned, and those of strips; without their unit. */
  readonly glucose: readonly [automatic: string, scanned: string, strip: string];
  readonly others: Readonly<Record<string, Column>>;
  readonly aside: readonly string[];
}

const english: Language = {
  when: 'device timestamp',
  recordType: 'record type',
  glucose: ['historic glucose', 'scan glucose', 'strip glucose'],
  others: {
    'rapid-acting insulin (units)': insulin,
    'long-acting insulin (units)': insulin,
    'non-numeric rapid-acting insulin': { skip: noNumber },
    'non-numeric long-acting insulin': { skip: noNumber },
    'meal insulin (units)': { skip: parts },
    'correction insulin (units)': { skip: parts },
    'user change insulin (units)': { skip: parts },
    'non-numeric food': { skip: meals },
    'carbohydrates (grams)': { skip: meals },
    'carbohydrates (servings)': { skip: meals },
    'ketone mmol/l': { skip: notKept('ketones') },
    notes: { skip: notKept('notes of a meter') },
  },
  aside: ['device', 'serial number', 'record type'],
};

const spanish: Language = {
  when: 'sello de tiempo del dispositivo',
  recordType: 'tipo de registro',
  glucose: ['historial de glucosa', 'escaneo de glucosa', 'tira reactiva para glucosa'],
  others: {
    'insulina de acción rápida (unidades)': insulin,
    'insulina de acción larga (unidades)': insulin,
    'insulina de acción rápida no numérica': { skip: noNumber },
    'insulina de acción larga no numérica': { skip: noNumber },
    'comida e insulina (unidades)': { skip: parts },
    'insulina de corrección (unidades)': { skip: parts },
    'insulina del cambio de usuario (unidades)': { skip: parts },
    'alimento no numérico': { skip: meals },
    'carbohidratos (gramos)': { skip: meals },
    'carbohidratos (porciones)': { skip: meals },
    'cuerpos cetónicos mmol/l': { skip: notKept('ketones') },
    notas: { skip: notKept('notes of a meter') },
  },
  aside: ['dispositivo', 'número de serial', 'tipo de registro'],
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
      const columns = {
        ...language.others,
        ...Object.fromEntries(language.glucose.map((heading) => [`${heading} ${written}`, glucose(ucum)])),
      };
      const headings = [language.when, language.recordType, `${language.glucose[0]} ${written}`];
      return { name: 'Glucose Data', headings, open: (opened) => glucoseReader(language, columns, order, opened) };
    }),
  );
}

function glucoseReader(
  { when, aside }: Language,
  columns: Readonly<Record<string, Column>>,
  order: DayOrder | null,
  { context, headings, delimiter }: OpenedTable,
): LineReader {
  const clock = context.wallClock();
  const doses = createDoses(context);
  const known = new Map(Object.entries(columns));
  const left = new Set([when, ...aside, '']);
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
