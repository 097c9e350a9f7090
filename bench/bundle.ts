import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { measureBundle } from '../apps/portal/src/testing/bundle-size.ts';
import { type Figure, figure } from './figure.ts';

const dist = join(import.meta.dirname, '../apps/portal/dist');
/** Scripts before the sign-in button works, and any screen's own. */
const firstLoadLimitKilobytes = 150;
const screenLimitKilobytes = 150;

/** What a browser loads of the built portal, compressed as gzip does by default. */
export async function benchBundle(): Promise<Figure[]> {
  const size = await measureBundle(dist);
  const kilobytes = (bytes: number) => bytes / 1024;
  return [
    figure('bundle.first_load_scripts', kilobytes(size.firstLoadBytes), 'kB', firstLoadLimitKilobytes),
    figure('bundle.first_load_styles', kilobytes(await firstStyles()), 'kB'),
    // The charts engine is a part too, but nothing of it is a screen's own.
    ...size.parts
      .filter(({ bytes }) => bytes > 0)
      .map(({ name, bytes }) => figure(`bundle.${partName(name)}`, kilobytes(bytes), 'kB', screenLimitKilobytes)),
    figure('bundle.charts_engine', kilobytes(size.chartsEngineBytes), 'kB'),
  ];
}

/** As in `src/features/panel/member-list-screen.tsx`. */
function partName(key: string): string {
  return basename(key)
    .replace(/\.[a-z]+$/, '')
    .replaceAll('-', '_');
}

interface Chunk {
  readonly isEntry?: boolean;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
}

/** The style sheets of the entry and of what it imports at once. */
async function firstStyles(): Promise<number> {
  const manifest = JSON.parse(await readFile(join(dist, '.vite', 'manifest.json'), 'utf8')) as Readonly<Record<string, Chunk>>;
  const keys = new Set(Object.keys(manifest).filter((key) => manifest[key]?.isEntry));
  for (const key of keys) for (const next of manifest[key]?.imports ?? []) keys.add(next);
  const sheets = new Set([...keys].flatMap((key) => manifest[key]?.css ?? []));
  let bytes = 0;
  for (const sheet of sheets) bytes += gzipSync(await readFile(join(dist, sheet))).length;
  return bytes;
}
