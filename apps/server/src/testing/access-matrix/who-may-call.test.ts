import { readFileSync, writeFileSync } from 'node:fs';
import { endpoints } from '@vigil/contract';
import { expect, test } from 'vitest';
import { lineOf, whoMayCallPath } from './who-may-call.ts';

const header = `# Who may call what: method and path | what the call is about | roles, and other ways in.
# A change here is a change of who may see or do something: it is made on purpose, and reviewed.
# After that, WRITE_WHO_MAY_CALL=1 npx vitest run --project server who-may-call writes what the contract says.
`;

test('the contract lets in whom the reviewed list lets in, and nobody else', () => {
  const lines = `${header}${endpoints.map(lineOf).sort().join('\n')}\n`;
  if (process.env.WRITE_WHO_MAY_CALL === '1') writeFileSync(whoMayCallPath, lines);
  expect(lines).toBe(readFileSync(whoMayCallPath, 'utf8'));
});
