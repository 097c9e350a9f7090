import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

/** Bytes of compressed JavaScript: what quality.md allows before the sign-in button works, and for any screen's own chunk. */
const firstLoadLimitBytes = 150 * 1024;
const screenLimitBytes = 150 * 1024;

interface ManifestChunk {
  readonly file: string;
  readonly src?: string;
  readonly isEntry?: boolean;
  readonly isDynamicEntry?: boolean;
  readonly imports?: readonly string[];
}
type Manifest = Readonly<Record<string, ManifestChunk>>;

export interface BundleSize {
  /** gzip bytes of the entry and of everything that it imports at once. */
  readonly firstLoadBytes: number;
  /** gzip bytes of each lazily loaded part beyond the first load and the main app; the charts engine is counted apart. */
  readonly parts: readonly { readonly name: string; readonly bytes: number }[];
  readonly chartsEngineBytes: number;
}

/** The chunks that the charts engine was built into. */
const isChartsEngine = (key: string, chunk: ManifestChunk) => /(^|[/_])(engine|echarts|zrender)\b/.test(chunk.src ?? key);
const mainApp = 'src/app/main-app.tsx';

/** Measures the built portal in `distFolder` by its manifest. Throws when there is none: the portal has not been built. */
export async function measureBundle(distFolder: string): Promise<BundleSize> {
  const manifest = JSON.parse(await readFile(join(distFolder, '.vite', 'manifest.json'), 'utf8')) as Manifest;
  const bytes = new Map<string, number>();
  for (const [key, { file }] of Object.entries(manifest))
    bytes.set(key, file.endsWith('.js') ? gzipSync(await readFile(join(distFolder, file))).length : 0);
  const sum = (keys: Iterable<string>) => [...keys].reduce((total, key) => total + (bytes.get(key) ?? 0), 0);
  const named = (keys: Iterable<string>, engine: boolean) =>
    [...keys].filter((key) => isChartsEngine(key, manifest[key] ?? { file: '' }) === engine);

  const entry = Object.keys(manifest).find((key) => manifest[key]?.isEntry);
  if (!entry) throw new Error('The manifest names no entry');
  const first = reachable(manifest, entry);
  const shell = new Set([...first, ...reachable(manifest, mainApp)]);
  const parts = Object.entries(manifest)
    .filter(([, chunk]) => chunk.isDynamicEntry)
    .map(([key]) => {
      const before = key === mainApp ? first : shell;
      const own = [...reachable(manifest, key)].filter((each) => !before.has(each));
      return { name: key, bytes: sum(named(own, false)) };
    });
  return { firstLoadBytes: sum(first), parts, chartsEngineBytes: sum(named(Object.keys(manifest), true)) };
}

/** A chunk and everything that it imports at once. */
function reachable(manifest: Manifest, from: string, seen = new Set<string>()): Set<string> {
  if (seen.has(from)) return seen;
  seen.add(from);
  for (const next of manifest[from]?.imports ?? []) reachable(manifest, next, seen);
  return seen;
}

/** What is over its limit, in sentences; empty when nothing is. */
export function oversize(size: BundleSize): string[] {
  const kb = (n: number) => `${(n / 1024).toFixed(1)} kB`;
  return [
    ...(size.firstLoadBytes > firstLoadLimitBytes
      ? [`The first load is ${kb(size.firstLoadBytes)}, over ${kb(firstLoadLimitBytes)}.`]
      : []),
    ...size.parts
      .filter((part) => part.bytes > screenLimitBytes)
      .map((part) => `${part.name} is ${kb(part.bytes)}, over ${kb(screenLimitBytes)}.`),
  ];
}
