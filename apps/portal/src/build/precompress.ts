import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const worthCompressing = /\.(js|css|html|svg)$/;
const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** Writes `.br` and `.gz` beside each text file of the build, which the server prefers: compressed once, at the highest level. */
export function precompress(): Plugin {
  let folder = '';
  return {
    name: 'vigil:precompress',
    apply: 'build',
    configResolved(config) {
      folder = join(config.root, config.build.outDir);
    },
    async writeBundle() {
      const files = await readdir(folder, { recursive: true, withFileTypes: true });
      const paths = files
        .filter((file) => file.isFile() && worthCompressing.test(file.name))
        .map((file) => join(file.parentPath, file.name));
      await Promise.all(
        paths.map(async (path) => {
          const bytes = await readFile(path);
          await writeFile(`${path}.gz`, await zip(bytes, { level: 9 }));
          await writeFile(`${path}.br`, await brotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } }));
        }),
      );
    },
  };
}
