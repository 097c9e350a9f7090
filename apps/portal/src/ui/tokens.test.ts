import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

const css = readFileSync(`${import.meta.dirname}/tokens.css`, 'utf8');

/** The tokens that hold in a mode: those of the dark block laid over those of `:root` and light. */
function tokensOf(mode: 'light' | 'dark'): Map<string, string> {
  const blocks = [...css.matchAll(/(:root[^{]*)\{([^}]*)\}/g)].filter(
    ([, selector = '']) => !selector.includes('data-mode="dark"') || mode === 'dark',
  );
  const pairs = blocks.flatMap(([, , body = '']) => [...body.matchAll(/--v-([\w-]+):\s*(#[0-9a-f]{6});/g)]);
  return new Map(pairs.map(([, name = '', value = '']) => [name, value]));
}

/** Relative luminance after WCAG 2.2. */
function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: string, b: string): number {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (light + 0.05) / (dark + 0.05);
}

/** An ink that lets some of its ground through, as it is seen. */
function mixed(ink: string, on: string, opacity: number): string {
  const channel = (hex: string, at: number) => Number.parseInt(hex.slice(at, at + 2), 16);
  const seen = [1, 3, 5].map((at) => Math.round(channel(ink, at) * opacity + channel(on, at) * (1 - opacity)));
  return `#${seen.map((one) => one.toString(16).padStart(2, '0')).join('')}`;
}

const surfaces = ['bg', 'card', 'raised', 'hover', 'selected'];
const metrics = ['heart', 'oxygen', 'movement', 'sleep', 'temperature', 'body', 'metabolic', 'device'].map((family) => `metric-${family}`);

const text: [ink: string, on: readonly string[]][] = [
  ['text', [...surfaces, 'sunken', 'accent-soft']],
  ['muted', [...surfaces, 'sunken']],
  ['accent', [...surfaces, 'accent-soft']],
  ['on-accent', ['accent', 'accent-hover']],
  ['high-text', ['bg', 'card', 'raised']],
  ['low-text', ['bg', 'card', 'raised']],
  ['ok', ['card', 'bg', 'ok-soft']],
  ['warn', ['card', 'bg', 'warn-soft']],
  ['danger', ['card', 'bg', 'danger-soft']],
  ['stale', ['card', 'bg', 'hover']],
  ['critical', ['card', 'bg']],
  ['on-critical', ['critical']],
  ['high-severity', ['card', 'bg']],
  ['medium-severity', ['card', 'bg']],
  ['low-severity', ['card', 'bg']],
  ['chart-axis', ['card', 'bg']],
];
const graphics: [ink: string, on: readonly string[]][] = [
  ['border-strong', ['card', 'bg', 'raised']],
  ['stale-border', ['card', 'bg']],
  ['focus', [...surfaces, 'sunken']],
  ['high', ['card', 'bg']],
  ['low', ['card', 'bg']],
  ['chart-cursor', ['card']],
  ...metrics.map((name): [string, readonly string[]] => [name, ['card', 'bg']]),
];

describe.each(['light', 'dark'] as const)('in %s mode', (mode) => {
  const tokens = tokensOf(mode);
  const ratio = (ink: string, on: string) => {
    const [a, b] = [tokens.get(ink), tokens.get(on)];
    if (!a || !b) throw new Error(`tokens.css has no colour --v-${a ? on : ink}`);
    return contrast(a, b);
  };

  test.each(text.flatMap(([ink, on]) => on.map((surface) => [ink, surface] as const)))('text %s on %s has 4.5:1', (ink, surface) => {
    expect(ratio(ink, surface)).toBeGreaterThanOrEqual(4.5);
  });

  test.each(graphics.flatMap(([ink, on]) => on.map((surface) => [ink, surface] as const)))('graphic %s on %s has 3:1', (ink, surface) => {
    expect(ratio(ink, surface)).toBeGreaterThanOrEqual(3);
  });

  test.each(['text', 'muted', 'accent', 'high-text', 'critical', 'warn', 'danger'])('text %s of what is late has 4.5:1', (ink) => {
    const late = Number(/--v-late: ([0-9.]+);/.exec(css)?.[1]);
    const [colour = '', card = ''] = [tokens.get(ink), tokens.get('card')];
    expect(contrast(mixed(colour, card, late), card)).toBeGreaterThanOrEqual(4.5);
  });

  test('the poles are the specified colours', () => {
    expect([tokens.get('high-pole'), tokens.get('low-pole')]).toEqual(['#e65f67', '#15bccf']);
  });
});
