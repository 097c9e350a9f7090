import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { contractAddresses } from './src/build/contract-addresses.ts';
import { precompress } from './src/build/precompress.ts';

/**
 * Built into `dist`, which the server serves beside the API. In development the server mounts this same configuration as
 * middleware (`createServer({ configFile, server: { middlewareMode: true } })`), so that there is one origin either way.
 */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), contractAddresses(), precompress()],
  appType: 'spa',
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    manifest: true,
    target: ['chrome120', 'firefox121', 'safari17'],
    chunkSizeWarningLimit: 700,
    reportCompressedSize: false,
    /** A data: font or script would need a wider content security policy than the portal has. */
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        /**
         * On a slow line each file costs a round trip: what many screens share comes in few files. What opens the portal is one of
         * them; the charting engine and what only charts need stay apart.
         */
        codeSplitting: {
          groups: [
            { name: 'entrance', tags: ['$initial'], priority: 3 },
            { name: 'shared', minShareCount: 16, priority: 2 },
            { name: 'common', minShareCount: 5, test: (id: string) => !/echarts|zrender|\/src\/charts\//.test(id), priority: 1 },
          ],
        },
      },
    },
  },
});
