import { type Series, stepPoint } from '../series.ts';

/** Stages of a night in minutes, in the order in which they came; a depth of 6 shows that the cap holds. */
const stages: readonly (readonly [minutes: number, depth: number])[] = [
  ...([
    [12, 1],
    [34, 2],
    [42, 4],
    [18, 2],
    [14, 3],
    [5, 1],
    [40, 2],
    [36, 6],
    [22, 2],
    [24, 3],
  ] as const),
  ...([
    [48, 2],
    [14, 4],
    [30, 3],
    [8, 1],
    [36, 2],
    [32, 3],
    [10, 1],
  ] as const),
];

/** The series of a night that begins at a moment; or of one whose every stage is cut into many. */
export function stageSeries(begin: number, isDense: boolean): Series {
  const cut = isDense
    ? stages.flatMap(([minutes, depth], index) =>
        Array.from({ length: minutes }, (_, minute) => [1, (minute + index) % 7 === 0 ? 2 : depth] as const),
      )
    : stages;
  let at = begin;
  const points = cut.map(([minutes, depth]) => {
    const from = at;
    at += minutes * 60;
    return stepPoint(from, at, depth);
  });
  const words = new Map([
    [1, 'Awake'],
    [2, 'Light'],
    [3, 'REM'],
    [4, 'Deep'],
  ] as const);
  return { key: 'sleep', label: 'Sleep', unit: '', decimals: 0, tone: 'sleep', words, points };
}
