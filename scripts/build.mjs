// Builds the portal and packs its files once with brotli and gzip, so that no request has to.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const dist = join(import.meta.dirname, '../apps/portal/dist');
const { status } = spawnSync('vite', ['build', 'apps/portal', '--logLevel', 'warn'], { stdio: 'inherit' });
if (status !== 0) process.exit(status ?? 1);

for (const path of files(dist).filter((file) => /\.(js|css|html|svg|json)$/.test(file))) {
  const content = readFileSync(path);
  if (content.length < 1024) continue;
  writeFileSync(`${path}.br`, brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }));
  writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }));
}

function files(folder) {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? files(path) : [path];
  });
}
