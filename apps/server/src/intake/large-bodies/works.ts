import type { BodyOf } from '@vigil/contract';
import { postBundle, postObservation } from '@vigil/contract/fhir.contract';
import { postTicks, postTicksCsv } from '@vigil/contract/ticks-store.contract';
import { payloadWriterOf, readPayload } from '#http/payload.ts';
import type { Ask } from '#platform/processes/serve-work.ts';
import { type ReadFile, readFile } from '../csv/read-file.ts';
import { readBundle } from '../fhir/bundle.ts';
import type { FhirReading } from '../fhir/check-observations.ts';
import type { FoundMember, MemberLookup } from '../fhir/member-lookup.ts';
import { readOneObservation } from '../fhir/one-observation.ts';
import { type ReadBatch, readBatch } from '../ticks/read-batch.ts';
import { type PackedGroups, packGroups } from './packed-groups.ts';

/** A FHIR call whose answer has been written. */
export interface WrittenReading extends Omit<FhirReading, 'resource' | 'groups'> {
  readonly payload: Uint8Array;
  readonly packed: PackedGroups;
}

type FileOptions = Omit<Parameters<typeof readFile>[1], 'signal'>;

const fhirCalls = {
  [postBundle.id]: { endpoint: postBundle, read: readBundle },
  [postObservation.id]: { endpoint: postObservation, read: readOneObservation },
} as const;
export type FhirCall = keyof typeof fhirCalls;

/**
 * What the processes for large bodies do: the same functions that the routes call for small ones, from the bytes of the
 * body to ticks.
 */
export const works = {
  async readBatch({ bytes, nowMs }: { readonly bytes: Uint8Array; readonly nowMs: number }): Promise<ReadBatch> {
    return readBatch(readPayload(postTicks, asBuffer(bytes)) as BodyOf<typeof postTicks>, nowMs);
  },
  async readFile({ bytes, options }: { readonly bytes: Uint8Array; readonly options: FileOptions }): Promise<ReadFile> {
    return readFile(readPayload(postTicksCsv, asBuffer(bytes)) as string, options);
  },
  async readFhir(
    { call, bytes, lookup }: { readonly call: FhirCall; readonly bytes: Uint8Array; readonly lookup: Omit<MemberLookup, 'find'> },
    ask: Ask,
  ): Promise<WrittenReading> {
    const { endpoint, read } = fhirCalls[call];
    const body = readPayload(endpoint, asBuffer(bytes)) as BodyOf<typeof endpoint>;
    const { resource, groups, ...reading } = await read({ ...lookup, find: (asked) => ask(asked) as Promise<FoundMember[]> }, body);
    // Compressed with the whole answer, where that is asked for.
    const written = await payloadWriterOf(endpoint)(resource, null);
    return { ...reading, packed: packGroups(groups), payload: Buffer.from(String(written?.content ?? '')) };
  },
};

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
