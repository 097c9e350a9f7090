import type { Module } from '#http/route.ts';
import type { People } from '#people/index.ts';
import type { Blobs } from '#platform/blob/blob.ts';
import type { Clock } from '#platform/clock.ts';
import type { Log } from '#platform/log.ts';
import type { Database } from '#platform/postgres/database.ts';
import { blobRoutes } from './blob.routes.ts';
import { createFiles } from './blob.service.ts';
import { createBlobStore } from './blob.store.ts';
import { chatFilesOf } from './chat-files.ts';
import { createMealPhotos, type MealPhotos } from './meal-photos.ts';
import { filesPersonalData } from './personal-data.ts';

export interface BlobDependencies {
  readonly database: Database;
  readonly people: Pick<People, 'changePicture'>;
  readonly blobs: Blobs;
  readonly clock: Clock;
  readonly log: Log;
}

export interface Blob extends Module {
  /** Of these paths, those that are no photo of a meal of the member's. */
  readonly unknownMealPhotos: MealPhotos['unknown'];
  /** Within a transaction: of these files, those that somebody has uploaded for messages. */
  readonly chatFilesOf: typeof chatFilesOf;
}

/**
 * Files that people upload: the photo and the signature of their account, seen by whoever may see the account, and photos of
 * members' meals, seen by whoever reads their record.
 */
export function createBlob({ database, people, blobs, clock, log }: BlobDependencies): Blob {
  const files = createFiles({ store: createBlobStore(database, people), blobs, clock, log });
  const mealPhotos = createMealPhotos({ database, blobs, clock });
  const personalData = filesPersonalData(database, blobs);
  return { routes: blobRoutes(files, mealPhotos), personalData, unknownMealPhotos: mealPhotos.unknown, chatFilesOf };
}
