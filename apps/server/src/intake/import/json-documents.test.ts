import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { type JsonDocument, jsonDocuments } from './json-documents.ts';

async function documents(text: string, pieceBytes = 1_000): Promise<JsonDocument[]> {
  const bytes = Buffer.from(text);
  const pieces: Buffer[] = [];
  for (let from = 0; from < bytes.length; from += pieceBytes) pieces.push(bytes.subarray(from, from + pieceBytes));
  const read: JsonDocument[] = [];
  for await (const document of jsonDocuments(Readable.from(pieces))) read.push(document);
  return read;
}

it('gives the same documents however the bytes are cut', async () => {
  const text = '{"a":"é"}\n\n{"a":2}\nnone\n{"a":3}';
  const whole = await documents(text);
  expect(whole).toEqual([
    { line: 1, ok: true, value: { a: 'é' } },
    { line: 3, ok: true, value: { a: 2 } },
    { line: 4, ok: false },
    { line: 5, ok: true, value: { a: 3 } },
  ]);
  for (const pieceBytes of [1, 2, 3, 7]) expect(await documents(text, pieceBytes)).toEqual(whole);
});

it('reads one line of 6 MB that comes in 6,000 pieces once, and not anew with each piece', async () => {
  const before = process.threadCpuUsage();
  const [document] = await documents(`["${'x'.repeat(6_000_000)}"]`);
  const { user, system } = process.threadCpuUsage(before);
  expect(document).toMatchObject({ line: 1, ok: true });
  expect((user + system) / 1_000).toBeLessThan(1_000);
});

it('takes a line that is nested deeper than any reading for no document', async () => {
  const nested = `${'{"resourceType":"Bundle","entry":[{"resource":'.repeat(10_000)}null${'}]}'.repeat(10_000)}`;
  expect(await documents(`{}\n${nested}\n{}`)).toEqual([
    { line: 1, ok: true, value: {} },
    { line: 2, ok: false },
    { line: 3, ok: true, value: {} },
  ]);
});
