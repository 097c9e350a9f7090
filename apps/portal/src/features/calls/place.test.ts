import { afterEach, expect, test } from 'vitest';
import { cornerOf, movedByKey, placeWithin, stripsInView } from './place.ts';

const view = { width: 1_000, height: 800 };
const size = { width: 300, height: 200 };

afterEach(() => {
  document.body.innerHTML = '';
});

test.each([
  ['in the middle it stays', { x: 400, y: 300 }, { x: 400, y: 300 }],
  ['over the strips at the top it stands below them', { x: 400, y: 0 }, { x: 400, y: 108 }],
  ['over those at the bottom it stands above them', { x: 400, y: 790 }, { x: 400, y: 542 }],
  ['outside it comes back', { x: -50, y: 300 }, { x: 8, y: 300 }],
  ['the corner is as far as it goes', { x: Number.POSITIVE_INFINITY, y: Number.POSITIVE_INFINITY }, { x: 692, y: 542 }],
])('%s', (_name, wanted, place) => {
  expect(placeWithin(wanted, size, view, { top: 100, bottom: 750 })).toEqual(place);
});

test('a view that is too small for it leaves the strips free all the same', () => {
  expect(placeWithin({ x: 0, y: 0 }, { width: 300, height: 780 }, view, { top: 100, bottom: 750 }).y).toBe(108);
});

test('what is marked is kept clear of, where it is in view', () => {
  for (const [top, height] of [
    [0, 48],
    [48, 60],
    [760, 40],
    [-300, 50],
    [300, 0],
  ] as const) {
    const strip = document.createElement('div');
    strip.dataset.keepClear = '';
    strip.getBoundingClientRect = () => ({ top, bottom: top + height, height }) as DOMRect;
    document.body.append(strip);
  }
  expect(stripsInView(view)).toEqual({ top: 108, bottom: 760, right: 1_000 });
});

test('until it is moved it stands beside an open panel', () => {
  const panel = document.createElement('aside');
  panel.dataset.keepBeside = '';
  panel.getBoundingClientRect = () => ({ left: 620, width: 380 }) as DOMRect;
  document.body.append(panel);
  const strips = stripsInView(view);
  expect(placeWithin(cornerOf(strips.right, size), size, view, strips)).toEqual({ x: 312, y: 592 });
});

test('arrow keys move it, other keys do not', () => {
  expect(movedByKey({ x: 100, y: 100 }, 'ArrowLeft')).toEqual({ x: 76, y: 100 });
  expect(movedByKey({ x: 100, y: 100 }, 'ArrowDown')).toEqual({ x: 100, y: 124 });
  expect(movedByKey({ x: 100, y: 100 }, 'Enter')).toBeNull();
});
