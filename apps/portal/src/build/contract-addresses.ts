import { basename } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';

/** What a browser needs of an endpoint to call it. */
const kept = ['id', 'method', 'path', 'bodyKind', 'answer'] as const;

/**
 * Lets the portal import endpoints from the contract without their schemas.
 *
 * Each `*.contract.ts` is loaded here, at build time, and replaced by its endpoints' addresses and its plain constants.
 * Types are untouched, since TypeScript reads the source. zod (about 60 kB compressed with the schemas) therefore never
 * reaches the browser; answers are checked once, by the server that sends them. Importing a schema's value from the portal
 * fails the build, which is intended.
 */
export function contractAddresses(): Plugin {
  return {
    name: 'vigil:contract-addresses',
    async load(id) {
      const file = id.split('?')[0] ?? id;
      if (!file.endsWith('.contract.ts')) return null;
      const exported: Record<string, unknown> = await import(pathToFileURL(file).href);
      const lines = Object.entries(exported).flatMap(([name, value]) => {
        const plain = addressOf(value) ?? (isConstant(value) ? value : undefined);
        return plain === undefined ? [] : [`export const ${name} = ${JSON.stringify(plain)};`];
      });
      if (lines.length === 0) this.error(`${basename(file)} exports no endpoint`);
      return { code: lines.join('\n'), map: null, moduleSideEffects: false };
    },
  };
}

function addressOf(value: unknown): Record<string, unknown> | undefined {
  if (typeof value !== 'object' || value === null || !('access' in value) || !('path' in value)) return undefined;
  const endpoint = value as Record<string, unknown>;
  return Object.fromEntries(kept.flatMap((key) => (endpoint[key] === undefined ? [] : [[key, endpoint[key]]])));
}

/** A number, a text, or an object of such. A schema has methods, so it is none. */
function isConstant(value: unknown): boolean {
  if (typeof value === 'number' || typeof value === 'string') return true;
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.values(value).every((part) => typeof part === 'number' || typeof part === 'string')
  );
}
