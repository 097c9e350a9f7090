import type { AlertSeverity } from '../alerts/rule.ts';
import { roundTo } from '../units/rounding.ts';

/** The seven inputs of NEWS2; null: unknown. */
export interface News2Inputs {
  /** Breaths a minute. */
  readonly respiration: number | null;
  /** Percent. */
  readonly spo2: number | null;
  readonly oxygen: 'air' | 'oxygen' | null;
  /** mmHg. */
  readonly systolic: number | null;
  /** Beats a minute. */
  readonly pulse: number | null;
  /** ACVPU: alert, new confusion, voice, pain, unresponsive. */
  readonly consciousness: Consciousness | null;
  /** °C, of the body: the skin's never stands in. */
  readonly temperature: number | null;
}
export const news2Inputs = [
  'respiration',
  'spo2',
  'oxygen',
  'systolic',
  'pulse',
  'consciousness',
  'temperature',
] as const satisfies readonly (keyof News2Inputs)[];
export type News2Input = (typeof news2Inputs)[number];

export const consciousnessLevels = ['alert', 'confusion', 'voice', 'pain', 'unresponsive'] as const;
export type Consciousness = (typeof consciousnessLevels)[number];

/** Scale 2 is for hypercapnic respiratory failure, and only where a named clinician has set it. */
export type Spo2Scale = 1 | 2;

/** What one input adds: one number where it is known, else from nothing to its most. */
export interface InputScore {
  readonly isKnown: boolean;
  readonly low: number;
  readonly high: number;
}

export interface News2Score {
  readonly inputs: Readonly<Record<News2Input, InputScore>>;
  /** How many of the seven are known. */
  readonly known: number;
  /** The score lies between the two, inclusive; they are the same where all seven are known. */
  readonly low: number;
  readonly high: number;
  /** One input alone scores 3 for certain. */
  readonly hasThree: boolean;
  /** How urgent it is; null where an input is unknown (then there is no band), and for a score of 0. */
  readonly band: AlertSeverity | null;
}

/** From a number on upward, and what it scores; the first that reaches the value holds. */
type Steps = readonly (readonly [from: number, score: number])[];
const lowest = Number.NEGATIVE_INFINITY;
const table = {
  respiration: [
    [25, 3],
    [21, 2],
    [12, 0],
    [9, 1],
    [lowest, 3],
  ],
  spo2: [
    [96, 0],
    [94, 1],
    [92, 2],
    [lowest, 3],
  ],
  systolic: [
    [220, 3],
    [111, 0],
    [101, 1],
    [91, 2],
    [lowest, 3],
  ],
  pulse: [
    [131, 3],
    [111, 2],
    [91, 1],
    [51, 0],
    [41, 1],
    [lowest, 3],
  ],
  temperature: [
    [39.1, 2],
    [38.1, 1],
    [36.1, 0],
    [35.1, 1],
    [lowest, 3],
  ],
} as const satisfies Partial<Record<News2Input, Steps>>;
/** SpO2 on scale 2: below 93 whatever is breathed, from there on by it. */
const scale2: Steps = [
  [88, 0],
  [86, 1],
  [84, 2],
  [lowest, 3],
];
const scale2OnOxygen: Steps = [
  [97, 3],
  [95, 2],
  [93, 1],
];

const most = { respiration: 3, spo2: 3, oxygen: 2, systolic: 3, pulse: 3, consciousness: 3, temperature: 3 } as const satisfies Record<
  News2Input,
  number
>;

/**
 * NEWS2 (Royal College of Physicians, National Early Warning Score (NEWS) 2, 2017) of what is known. Values are rounded half
 * up to whole numbers, temperature to tenths, before the table is read. An unknown input adds nothing to the lower bound and
 * its most to the upper one. The score was made for hospitals; for people at home the evidence is thin.
 */
export function news2Score(given: News2Inputs, scale: Spo2Scale): News2Score {
  const inputs: Record<News2Input, InputScore> = {
    respiration: ofSteps('respiration', table.respiration, given.respiration),
    spo2: scale === 1 ? ofSteps('spo2', table.spo2, given.spo2) : onScale2(given.spo2, given.oxygen),
    oxygen: given.oxygen === null ? unknown('oxygen') : known(given.oxygen === 'oxygen' ? 2 : 0),
    systolic: ofSteps('systolic', table.systolic, given.systolic),
    pulse: ofSteps('pulse', table.pulse, given.pulse),
    consciousness: given.consciousness === null ? unknown('consciousness') : known(given.consciousness === 'alert' ? 0 : 3),
    temperature: ofSteps('temperature', table.temperature, given.temperature),
  };
  const all = Object.values(inputs);
  const sum = (end: 'low' | 'high') => all.reduce((total, one) => total + one[end], 0);
  const knownInputs = news2Inputs.filter((input) => given[input] !== null).length;
  const [low, high, hasThree] = [sum('low'), sum('high'), all.some((one) => one.low === 3)];
  return { inputs, known: knownInputs, low, high, hasThree, band: knownInputs === news2Inputs.length ? bandOf(low, hasThree) : null };
}

/** How urgent a score is: 7 and more CRITICAL, 5 and 6 HIGH, a single 3 MEDIUM, 1 to 4 LOW; null for 0. */
export function bandOf(score: number, hasThree: boolean): AlertSeverity | null {
  if (score >= 7) return 'CRITICAL';
  if (score >= 5) return 'HIGH';
  if (hasThree) return 'MEDIUM';
  return score >= 1 ? 'LOW' : null;
}

/** "at least 3, at most 12; 4 of 7 known", or the score alone where all is known. */
export function news2Words({ low, high, known: count }: Pick<News2Score, 'low' | 'high' | 'known'>): string {
  return count === news2Inputs.length ? String(low) : `at least ${low}, at most ${high}; ${count} of ${news2Inputs.length} known`;
}

const known = (score: number): InputScore => ({ isKnown: true, low: score, high: score });
const unknown = (input: News2Input): InputScore => ({ isKnown: false, low: 0, high: most[input] });

function ofSteps(input: keyof typeof table, steps: Steps, value: number | null): InputScore {
  return value === null ? unknown(input) : known(scoreOf(steps, readAs(value, input === 'temperature' ? 1 : 0)));
}

function onScale2(spo2: number | null, oxygen: News2Inputs['oxygen']): InputScore {
  if (spo2 === null) return unknown('spo2');
  const value = readAs(spo2, 0);
  if (value < 93) return known(scoreOf(scale2, value));
  const onOxygen = scoreOf(scale2OnOxygen, value);
  if (oxygen === null) return { isKnown: true, low: 0, high: onOxygen };
  return known(oxygen === 'oxygen' ? onOxygen : 0);
}

const scoreOf = (steps: Steps, value: number): number => steps.find(([from]) => value >= from)?.[1] ?? 0;

/** Half up: 20.5 reads as 21. The nearest double may lie a hair below the half. */
function readAs(value: number, digits: number): number {
  const scale = 10 ** digits;
  return Math.floor(roundTo(value * scale, 6) + 0.5) / scale;
}
