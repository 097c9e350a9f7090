import { loadavg } from 'node:os';
import { broken, type Figure, met } from './figure.ts';

/** One line of JSON, as scripts read it. */
export function jsonLine({ name, value, unit, target, peer, ratio }: Figure): string {
  return JSON.stringify({ name, value, unit, target, peer, ratio });
}

const startedAt = performance.now();

/** Tells on standard error what is being done: some steps take minutes. */
export function progress(what: string): void {
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(0);
  process.stderr.write(`${seconds.padStart(4)} s  ${what} (load average ${loadavg()[0]?.toFixed(1)})\n`);
}

const headings = ['figure', 'value', 'unit', 'target', 'met', 'peer', 'ratio', 'asserted'] as const;

/** All figures as an aligned table. */
export function table(figures: readonly Figure[]): string {
  const rows = [headings, ...figures.map(cells)];
  const widths = headings.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) => (leftAligned.has(column) ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join('  ')
      .trimEnd();
  return [line(headings), line(widths.map((width) => '-'.repeat(width))), ...rows.slice(1).map(line)].join('\n');
}

/** The figure's name, its unit and what is asserted. */
const leftAligned = new Set([0, 2, 7]);

function cells(figure: Figure): string[] {
  const number = (value: number | null) => (value === null ? '' : value.toLocaleString('en', { maximumSignificantDigits: 6 }));
  const holds = met(figure);
  return [
    figure.name,
    number(figure.value),
    figure.unit,
    number(figure.target),
    holds === null ? '' : holds ? 'yes' : 'no',
    number(figure.peer),
    figure.ratio === null ? '' : `${number(figure.ratio)}×`,
    asserted(figure),
  ];
}

function asserted(figure: Figure): string {
  if (figure.leastRatio === null && !figure.targetAsserted) return '';
  const what = figure.targetAsserted ? 'the target' : `ratio ≥ ${figure.leastRatio}`;
  return `${what}${broken(figure) ? ': BROKEN' : ''}`;
}
