import { VigilError } from '@vigil/contract/errors';
import { catalogue, type Metric, type MetricId, metricIds } from '@vigil/domain/metrics/catalogue';
import { ucumFromName } from '@vigil/domain/units/unit-names';

/** What a column of the file holds. */
export type Column =
  | { readonly kind: 'metric'; readonly index: number; readonly metric: MetricId; readonly ucum: string }
  /** Systolic over diastolic, as in `120/80`. */
  | { readonly kind: 'pressure'; readonly index: number; readonly ucum: string };

export interface Plan {
  /** Columns that together say when: one, or a date and a time of day. */
  readonly when: readonly number[];
  readonly columns: readonly Column[];
  /** Headings of columns that hold nothing Vigil keeps. */
  readonly ignored: readonly string[];
  /** Zone that the heading of the timestamp column names, as in `Time (Europe/Berlin)`. */
  readonly timeZone: string | null;
}

const otherNames: Readonly<Partial<Record<MetricId, readonly string[]>>> = {
  heart_rate: ['hr', 'pulse', 'pulse rate'],
  rhr: ['resting hr', 'resting pulse', 'resting rate'],
  rmssd: ['heart rate variability', 'hrv rmssd'],
  resp_rate: ['respiratory rate', 'respiration rate', 'breathing rate', 'breaths', 'rr'],
  spo2: ['oxygen saturation', 'blood oxygen', 'sao2', 'o2 sat'],
  skin_temp: ['skin temp'],
  body_temp: ['temp', 'temperature'],
  gsr: ['eda', 'skin conductance', 'galvanic skin response'],
  steps: ['step count', 'step total', 'total steps'],
  calories: ['calories burned', 'energy'],
  sleep_depth: ['sleep stage', 'sleep stages'],
  weight: ['body weight'],
  systolic: ['sys', 'systolic blood pressure', 'systolic bp'],
  diastolic: ['dia', 'diastolic blood pressure', 'diastolic bp'],
  glucose: ['blood glucose', 'blood sugar', 'bg', 'sensor glucose', 'historic glucose'],
  band_removed: ['band state'],
  battery: ['battery level'],
};
/** The labels of the portal in Spanish, so that what it exports can be brought in again. */
const spanishNames: Readonly<Partial<Record<MetricId, readonly string[]>>> = {
  heart_rate: ['frecuencia cardíaca'],
  rhr: ['frecuencia en reposo'],
  rmssd: ['vfc'],
  resp_rate: ['respiración'],
  skin_temp: ['temperatura de la piel'],
  body_temp: ['temperatura corporal'],
  gsr: ['conductancia de la piel'],
  steps: ['movimiento'],
  calories: ['calorías'],
  sleep_depth: ['sueño'],
  sleep_efficiency: ['eficiencia del sueño'],
  weight: ['peso'],
  systolic: ['sistólica'],
  diastolic: ['diastólica'],
  glucose: ['glucosa'],
  band_removed: ['estado de la pulsera'],
  battery: ['batería de la pulsera'],
};
const pressureNames = ['blood pressure', 'bp', 'tensión arterial'];
/** In order of preference where a file has several. */
const whenNames = [
  ...['timestamp', 'date time', 'datetime', 'date and time', 'ts', 'unix time', 'epoch', 'measured at', 'recorded at', 'device timestamp'],
  ...['activity minute', 'activity hour', 'activity date', 'sleep day', 'fecha y hora', 'time', 'date'],
].map(plain);
/** Endings that name the value itself among several statistics of it; minima and the like are no readings. */
const harmlessEndings = ['mean', 'avg', 'average', 'median', 'sum', 'total', 'value'];

const nameOf = new Map<string, MetricId | 'pressure'>([
  ...pressureNames.map((name) => [plain(name), 'pressure'] as const),
  ...metricIds.flatMap((id) =>
    [id, catalogue[id].label, ...(otherNames[id] ?? []), ...(spanishNames[id] ?? [])].map((name) => [plain(name), id] as const),
  ),
]);
const namesByLength = [...nameOf.keys()].sort((a, b) => b.length - a.length);

/**
 * Reads the first line of a file. Metrics go by id, label or usual names, in any case; a unit may stand in brackets or at
 * the end (`weight (lb)`, `WeightKg`). Where two columns hold the same metric the first counts. Throws `invalid_input`
 * when no column says when, none holds a metric, or a unit is not one the metric can be measured in.
 */
export function planColumns(headings: readonly string[]): Plan {
  const when = whenColumns(headings);
  const columns: Column[] = [];
  const ignored: string[] = [];
  const taken = new Set<string>();
  for (const [index, heading] of headings.entries()) {
    if (when.includes(index)) continue;
    const column = readHeading(heading, index);
    const holds = column?.kind === 'metric' ? [column.metric] : column ? ['systolic', 'diastolic'] : [];
    if (!column || holds.some((metric) => taken.has(metric))) {
      if (heading.trim() !== '') ignored.push(heading.trim());
      continue;
    }
    for (const metric of holds) taken.add(metric);
    columns.push(column);
  }
  if (columns.length === 0)
    throw new VigilError(
      'invalid_input',
      'No column of the file holds a metric that Vigil keeps; its first line has to name them, as in "timestamp,heart_rate,weight (kg)"',
    );
  return { when, columns, ignored, timeZone: zoneIn(headings[when[0] ?? 0] ?? '') };
}

function whenColumns(headings: readonly string[]): readonly number[] {
  const names = headings.map((heading) => plain(splitUnit(heading).name));
  const date = names.indexOf('date');
  const time = names.indexOf('time');
  const best = whenNames.map((name) => names.indexOf(name)).find((index) => index >= 0);
  if (best === undefined)
    throw new VigilError('invalid_input', 'No column of the file says when; one has to be named "timestamp", "time" or "date"');
  return date >= 0 && time >= 0 && (best === date || best === time) ? [date, time] : [best];
}

function readHeading(heading: string, index: number): Column | null {
  const { name, unit } = splitUnit(heading);
  const known = nameOf.get(plain(name));
  if (known) return columnOf(known, index, unit, heading);
  const start = namesByLength.find((candidate) => plain(name).startsWith(candidate));
  const found = start === undefined ? undefined : nameOf.get(start);
  if (start === undefined || found === undefined) return null;
  const rest = plain(name).slice(start.length);
  if (harmlessEndings.includes(rest)) return columnOf(found, index, unit, heading);
  const metric = metricOf(found);
  return unit === '' && ucumFromName(metric, rest) !== undefined ? columnOf(found, index, rest, heading) : null;
}

function columnOf(known: MetricId | 'pressure', index: number, unit: string, heading: string): Column {
  const metric = metricOf(known);
  const ucum = ucumFromName(metric, unit);
  if (ucum === undefined)
    throw new VigilError(
      'invalid_input',
      `${metric.label} cannot be read in the unit that the column "${heading.trim().slice(0, 64)}" names; nothing was stored`,
      {
        fields: [
          { field: heading.trim().slice(0, 64), message: `Not a unit of ${metric.label}; Vigil keeps it in ${metric.unit || 'no unit'}` },
        ],
      },
    );
  return known === 'pressure' ? { kind: 'pressure', index, ucum } : { kind: 'metric', index, metric: known, ucum };
}

function metricOf(known: MetricId | 'pressure'): Metric {
  return known === 'pressure' ? catalogue.systolic : catalogue[known];
}

/** `weight (lb)` and `weight [lb]` into name and unit. */
function splitUnit(heading: string): { readonly name: string; readonly unit: string } {
  const match = /^(.*?)\s*[([]\s*([^()[\]]*(?:\[[^\]]*\])?)\s*[)\]]$/.exec(heading.trim());
  return match ? { name: match[1] ?? '', unit: match[2] ?? '' } : { name: heading.trim(), unit: '' };
}

function zoneIn(heading: string): string | null {
  const { unit } = splitUnit(heading);
  return /^[A-Za-z]+(?:\/[A-Za-z0-9_+-]+)+$/.test(unit) || unit === 'UTC' ? unit : null;
}

/** Case, spaces, punctuation and the height of figures (SpO₂) do not tell names apart. */
function plain(name: string): string {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{Letter}\p{Number}%/]+/gu, '');
}
