import type { SleepDepth } from '@vigil/domain/sleep/stages';
import { useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';
// Listens before the charts do: the page is light when they are drawn for paper.
import '#lib/color-mode.ts';
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
  /** The reader's own few colours take the place of ours: nothing is told apart by colour. */
  readonly forced: boolean;
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
  forced: false,
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
    forced: false,
  };
}

const forcedColors = '(forced-colors: active)';

/** The theme in the colours that the reader forces on every page; a canvas does not take them on by itself. */
function inForcedColors(theme: ChartTheme): ChartTheme {
  const [ink, paper] = [systemColor('CanvasText'), systemColor('Canvas')];
  // The grid is the one thing that may be faint.
  const faint = ink.startsWith('rgb(') ? `rgba(${ink.slice('rgb('.length, -1)}, 0.3)` : ink;
  return {
    ...theme,
    ...{ text: ink, muted: ink, card: paper, grid: faint, axis: ink, hatch: ink, high: ink, low: ink },
    sleep: { 1: ink, 2: ink, 3: ink, 4: ink },
    tones: Object.fromEntries(Object.keys(theme.tones).map((tone) => [tone, ink])) as Record<Tone, string>,
    forced: true,
  };
}

/** What a system colour is on this screen: a canvas takes no names of them. */
function systemColor(name: 'Canvas' | 'CanvasText'): string {
  const probe = document.createElement('span');
  probe.style.color = name;
  document.body.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

let current: ChartTheme | null = null;

function subscribe(changed: () => void): () => void {
  const again = () => {
    current = null;
    changed();
  };
  const observer = new MutationObserver(again);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-mode', 'class', 'style'] });
  const listening = new AbortController();
  matchMedia(forcedColors).addEventListener('change', again, { signal: listening.signal });
  // Paper is light, and the browser takes its picture as soon as the listeners have returned.
  for (const type of ['beforeprint', 'afterprint']) addEventListener(type, () => flushSync(again), { signal: listening.signal });
  return () => {
    observer.disconnect();
    listening.abort();
  };
}

function snapshot(): ChartTheme {
  current ??= matchMedia(forcedColors).matches ? inForcedColors(readTheme()) : readTheme();
  return current;
}

/** The chart colours of the colour mode in force; the component draws again when the mode changes. */
export function useChartTheme(): ChartTheme {
  return useSyncExternalStore(subscribe, snapshot, () => plainTheme);
}
