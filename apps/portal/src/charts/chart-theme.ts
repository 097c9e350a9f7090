import type { SleepDepth } from '@vigil/domain/sleep/stages';
import { useSyncExternalStore } from 'react';
import type { Tone } from './series.ts';

/** Everything a chart takes from the design tokens; canvas cannot read CSS, so it is read once per colour mode. */
export interface ChartTheme {
  readonly text: string;
  readonly muted: string;
  readonly card: string;
  readonly grid: string;
  readonly axis: string;
  readonly hatch: string;
  /** Above and below what is expected. */
  readonly high: string;
  readonly low: string;
  readonly sleep: Readonly<Record<SleepDepth, string>>;
  readonly tones: Readonly<Record<Tone, string>>;
  readonly fontFamily: string;
  /** Pixels of the labels on the axes; follows the browser's text size as far as the axes have room. */
  readonly fontSize: number;
  readonly dark: boolean;
}

/** Used where there is no style sheet (tests), and for a token that is missing. */
export const plainTheme: ChartTheme = {
  text: '#1c2430',
  muted: '#5a6675',
  card: '#ffffff',
  grid: '#e6eaee',
  axis: '#55616e',
  hatch: '#9aa5b0',
  high: '#e05059',
  low: '#0e93a4',
  sleep: { 1: '#e0873c', 2: '#8fa8ee', 3: '#8b6be0', 4: '#43329c' },
  tones: {
    heart: '#c8402f',
    oxygen: '#2b6cb0',
    movement: '#2f855a',
    sleep: '#6b46c1',
    temperature: '#b7791f',
    body: '#3d4856',
    metabolic: '#97266d',
    device: '#6b7280',
    'sleep-awake': '#e0873c',
    'sleep-light': '#8fa8ee',
    'sleep-rem': '#8b6be0',
    'sleep-deep': '#43329c',
    text: '#1c2430',
    muted: '#5a6675',
  },
  fontFamily: 'Inter Variable, Inter, system-ui, sans-serif',
  fontSize: 12,
  dark: false,
};

/** Labels of the axes: part of the root's text size, and the pixels between which they stay. */
const labelRem = 0.75;
const smallestLabel = 12;
const largestLabel = 16;

const familyTones = ['heart', 'oxygen', 'movement', 'sleep', 'temperature', 'body', 'metabolic', 'device'] as const;
const stageTones = ['sleep-awake', 'sleep-light', 'sleep-rem', 'sleep-deep'] as const;

function readTheme(): ChartTheme {
  const style = getComputedStyle(document.documentElement);
  const token = (name: string, otherwise: string) => style.getPropertyValue(name).trim() || otherwise;
  const text = token('--v-text', plainTheme.text);
  const muted = token('--v-muted', plainTheme.muted);
  const families = Object.fromEntries(familyTones.map((tone) => [tone, token(`--v-metric-${tone}`, plainTheme.tones[tone])]));
  const stages = Object.fromEntries(stageTones.map((tone) => [tone, token(`--v-${tone}`, plainTheme.tones[tone])]));
  const tones = { ...plainTheme.tones, ...families, ...stages, text, muted };
  return {
    text,
    muted,
    card: token('--v-card', plainTheme.card),
    grid: token('--v-chart-grid', plainTheme.grid),
    axis: token('--v-chart-axis', plainTheme.axis),
    hatch: token('--v-chart-hatch', plainTheme.hatch),
    high: token('--v-high', plainTheme.high),
    low: token('--v-low', plainTheme.low),
    sleep: { 1: tones['sleep-awake'], 2: tones['sleep-light'], 3: tones['sleep-rem'], 4: tones['sleep-deep'] },
    tones,
    fontFamily: token('--v-font', plainTheme.fontFamily),
    fontSize: Math.max(smallestLabel, Math.min(largestLabel, (Number.parseFloat(style.fontSize) || 16) * labelRem)),
    dark: document.documentElement.dataset.mode === 'dark',
  };
}

let current: ChartTheme | null = null;

function subscribe(changed: () => void): () => void {
  const observer = new MutationObserver(() => {
    current = null;
    changed();
  });
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-mode', 'class', 'style'] });
  return () => observer.disconnect();
}

function snapshot(): ChartTheme {
  current ??= readTheme();
  return current;
}

/** The chart colours of the colour mode in force; the component draws again when the mode changes. */
export function useChartTheme(): ChartTheme {
  return useSyncExternalStore(subscribe, snapshot, () => plainTheme);
}
