import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { readArguments, required } from './arguments.ts';
import type { Command } from './command.ts';
import { givenPath } from './given-path.ts';
import { tenantOption } from './people.ts';
import { importRecords, sayReport } from './record-import.ts';
import { atWork, endProgress, say, showProgress } from './workplace.ts';

/** Records from a FHIR server, by SMART Backend Services. */
export const fhirCommands: readonly Command[] = [
  {
    name: 'fhir connect',
    usage: 'fhir connect <new file> --url <base address> --client-id <id> [--algorithm ES384|RS384] [--scope <scopes>] [--also <origin>]…',
    summary: 'a connection to a FHIR server, with a new key, in a file of yours; prints the public key to be registered there',
    async run(argv) {
      const { values, words } = readArguments(
        argv,
        {
          url: { type: 'string' },
          'client-id': { type: 'string' },
          algorithm: { type: 'string' },
          scope: { type: 'string' },
          also: { type: 'string', multiple: true },
        },
        { min: 1, max: 1 },
      );
      const wanted = {
        url: required(values.url, 'url'),
        clientId: required(values['client-id'], 'client-id'),
        algorithm: values.algorithm ?? 'ES384',
        scope: values.scope,
        also: values.also ?? [],
      };
      const keys = await atWork(({ modules }) => modules.fhirServers.createConnection(givenPath(words[0] ?? ''), wanted));
      say(JSON.stringify(keys, null, 2));
      return 0;
    },
  },
  {
    name: 'fhir import',
    usage: 'fhir import <file of the connection> --tenant <code> [--group <id>] [--dry-run]',
    summary: 'members’ records from a FHIR server ($export); each Patient is matched by record number and birth date',
    async run(argv) {
      const options = { ...tenantOption, group: { type: 'string' }, 'dry-run': { type: 'boolean' } } as const;
      const { values, words } = readArguments(argv, options, { min: 1, max: 1 });
      const tenant = required(values.tenant, 'tenant');
      const dryRun = values['dry-run'] === true;
      const cancel = new AbortController();
      const { signal } = cancel;
      process.once('SIGINT', () => cancel.abort());
      const folder = await mkdtemp(join(tmpdir(), 'vigil-fhir-'));
      try {
        const report = await atWork(async (place) => {
          const { bulkExport, readConnection } = place.modules.fhirServers;
          const connection = await readConnection(givenPath(words[0] ?? ''));
          const wait = (ms: number) => after(ms, undefined, { signal });
          const nowMs = () => place.modules.clock.now();
          const { errors, files } = await bulkExport({
            connection,
            group: values.group,
            folder,
            signal,
            nowMs,
            wait,
            onProgress: showProgress,
          });
          endProgress();
          if (errors > 0) say(`The server could not export everything: ${errors} lists of errors.`);
          if (files === 0) return null;
          return importRecords(place, { tenant, path: folder, origin: connection.url, trustsIds: true, dryRun, signal });
        });
        if (report) return sayReport(report, dryRun);
        say('The server has exported nothing that is kept here.');
        return 0;
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
  },
];
