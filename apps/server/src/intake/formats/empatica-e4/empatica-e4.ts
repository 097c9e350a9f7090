import { VigilError } from '@vigil/contract/errors';
import type { FileStart, Format } from '../format.ts';
import { firstLines } from '../tables/first-lines.ts';
import { headOf, samplesOf } from './samples.ts';
import { heartRate, type Sensor, sensors, skinConductance, skinTemperature } from './sensors.ts';

const device = 'Empatica E4';
/** Files that only a session of the E4 has together. */
const ofEverySession = ['HR.csv', 'EDA.csv', 'TEMP.csv'];
const baseName = (name: string) => name.slice(name.lastIndexOf('/') + 1);

/** The zip of a session, where the name of each file says what it holds. */
export const empaticaE4: Format = {
  id: 'empatica-e4',
  name: 'Empatica E4 session (zip)',
  device,
  recognises: ({ entries }) =>
    entries !== null && ofEverySession.every((file) => entries.filter((name) => baseName(name) === file).length === 1),
  async *read(parts, context) {
    const [only] = parts;
    if (only?.name === '')
      throw new VigilError(
        'invalid_input',
        'A session of the E4 is a zip. Of a single file, name the sensor: --format empatica-e4-hr, empatica-e4-eda or empatica-e4-temp',
      );
    for (const part of parts) {
      const sensor = sensors.find(({ file }) => file === baseName(part.name));
      if (sensor) yield* samplesOf(part, sensor, context);
      else if (baseName(part.name) !== 'info.txt') context.skip('Files that no session of the E4 has');
    }
  },
};

const single = (id: string, name: string, sensor: Sensor, fits: (file: SampledFile) => boolean): Format => ({
  id,
  name,
  device,
  recognises: (start) => {
    const file = sampledFile(start);
    return file !== null && fits(file);
  },
  async *read(parts, context) {
    for (const part of parts) yield* samplesOf(part, sensor, context);
  },
});

interface SampledFile {
  readonly rate: number;
  /** Digits after the point of every sample; null where they differ. */
  readonly decimals: number | null;
}

/** One column of numbers under a start and a rate. */
function sampledFile({ text, entries }: FileStart): SampledFile | null {
  const lines = entries === null ? firstLines(text) : [];
  const head = headOf(lines);
  const samples = lines.slice(2);
  if (!head || samples.length === 0 || lines.some(({ length }) => length !== 1)) return null;
  if (!samples.every(([cell = '']) => Number.isFinite(Number(cell)))) return null;
  const decimals = new Set(samples.map(([cell = '']) => cell.split('.')[1]?.length ?? 0));
  const [only] = decimals;
  return { rate: head.rate, decimals: decimals.size === 1 && only !== undefined ? only : null };
}

/** Pulse comes once a second; skin conductance and temperature four times, with six and with two decimals. Nothing else in a file tells them apart. */
export const empaticaE4HeartRate = single('empatica-e4-hr', 'Empatica E4 heart rate', heartRate, ({ rate }) => rate === 1);
export const empaticaE4SkinConductance = single(
  'empatica-e4-eda',
  'Empatica E4 skin conductance',
  skinConductance,
  ({ rate, decimals }) => rate === 4 && decimals !== 2,
);
export const empaticaE4SkinTemperature = single(
  'empatica-e4-temp',
  'Empatica E4 skin temperature',
  skinTemperature,
  ({ rate, decimals }) => rate === 4 && decimals !== 6,
);

/** Beats of one session; only the heading of the second column tells that they are. */
export const empaticaE4Beats: Format = {
  id: 'empatica-e4-ibi',
  name: 'Empatica E4 beats',
  device,
  recognises: ({ text, entries }) => entries === null && /^\d{10}(?:\.\d+)?, ?IBI\r?\n/.test(text),
  async *read(parts, context) {
    const beats = sensors.find(({ file }) => file === 'IBI.csv');
    for (const part of parts) if (beats) yield* samplesOf(part, beats, context);
  },
};
