import type { Module } from '#http/route.ts';
import type { People } from '#people/index.ts';
import type { Blobs } from '#platform/blob/blob.ts';
import type { Clock } from '#platform/clock.ts';
import type { Log } from '#platform/log.ts';
import type { Database } from '#platform/postgres/database.ts';
import { blobRoutes } from './blob.routes.ts';
import { createFiles } from './blob.service.ts';
import { createBlobStore } from './blob.store.ts';
import { filesPersonalData } from './personal-data.ts';

export interface BlobDependencies {
  readonly database: Database;
  readonly people: Pick<People, 'changePicture'>;
  readonly blobs: Blobs;
  readonly clock: Clock;
  readonly log: Log;
}

/** Files that people upload: the photo and the signature of their account, seen by whoever may see the account. */
export function createBlob({ database, people, blobs, clock, log }: BlobDependencies): Module {
  const files = createFiles({ store: createBlobStore(database, people), blobs, clock, log });
  return { routes: blobRoutes(files), personalData: filesPersonalData(database, blobs) };
}
