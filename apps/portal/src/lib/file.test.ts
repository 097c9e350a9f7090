import { expect, test } from 'vitest';
import { isFile } from './file.ts';

const file =
  '/blob/tenant/0c8dc016-c3e7-8a20-a663-7929f6d6922c/user/cb6c6406-9646-8215-ab01-70b352bd6e0c/files/8b524b7d-a189-8ca8-a107-e8de709b08fc';

const ofMessage =
  '/chat/api/v1/conversations/0c8dc016-c3e7-8a20-a663-7929f6d6922c/messages/cb6c6406-9646-8215-ab01-70b352bd6e0c/files/8b524b7d-a189-8ca8-a107-e8de709b08fc';

test.each([file, ofMessage, `${ofMessage}/thumbnail`])('%s is read, where files lie', (address) => {
  expect(isFile(address)).toBe(true);
});

test.each([
  [null],
  ['https://elsewhere.example/picture.png'],
  ['//elsewhere.example/blob/picture.png'],
  ['/blob/../privacy/api/v1/audit/export'],
  ['/blob/%2e%2e/privacy/api/v1/audit/export'],
  [`${file}/../../../../../../../privacy/api/v1/audit/export`],
  [`${file}?of=somebody`],
  [`${ofMessage}/in-page`],
  [`${ofMessage}/../../../../unread`],
])('nobody is made to call %s by a picture’s address', (address) => {
  expect(isFile(address)).toBe(false);
});
