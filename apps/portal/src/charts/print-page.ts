import { loadChartEngine } from './chart-canvas.tsx';

/** A chart that cannot be drawn in this time stands on paper in words. Milliseconds. */
const mostWaitMs = 3_000;

/**
 * Prints the page once every chart on it is drawn, also those that nobody has scrolled to: charts out of sight are not drawn, and
 * the browser's own printing does not wait for them.
 */
export async function printPage(): Promise<void> {
  dispatchEvent(new Event('beforeprint'));
  await Promise.race([loadChartEngine(), new Promise((resolve) => setTimeout(resolve, mostWaitMs))]);
  const until = performance.now() + mostWaitMs;
  while (document.querySelector('[data-drawn="false"]') !== null && performance.now() < until) await nextFrame();
  // The last of them were made in this frame, and paint in the next.
  await nextFrame();
  print();
  dispatchEvent(new Event('afterprint'));
}

const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
