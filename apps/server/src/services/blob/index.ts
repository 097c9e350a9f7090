import type { Module } from '#http/route.ts';
import type { People } from '#people/index.ts';
import type { Blobs } from '#platform/blob/blob.ts';
import { createClamd } from '#platform/clamd/clamd.ts';
import type { Clock } from '#platform/clock.ts';
import type { Config } from '#platform/config.ts';
import type { Log } from '#platform/log.ts';
import type { Database } from '#platform/postgres/database.ts';
import { blobRoutes } from './blob.routes.ts';
import { createDrop, createFiles } from './blob.service.ts';
import { createBlobStore } from './blob.store.ts';
import { type ChatFiles, createChatFiles } from './chat-files.ts';
import { createFileJobs, type FileChanged, type FileJobs } from './file-jobs.ts';
import { createInspector } from './inspecting/inspector.ts';
import { createMealPhotos, type MealPhotos } from './meal-photos.ts';
import { createOwnChatFiles } from './own-chat-files.ts';
import { filesPersonalData } from './personal-data.ts';

export type { ChatFiles } from './chat-files.ts';

export interface BlobDependencies {
  readonly database: Database;
  readonly people: Pick<People, 'changePicture'>;
  readonly blobs: Blobs;
  readonly config: Pick<Config, 'clamdUrl' | 'fileJobsSeconds' | 'filesPerPersonBytes'>;
  readonly clock: Clock;
  readonly log: Log;
  /** Something about a file that a conversation carries has changed. */
  readonly onFileChanged: FileChanged;
}

export interface Blob extends Module {
  /** Of these paths, those that are no photo of a meal of the member's. */
  readonly unknownMealPhotos: MealPhotos['unknown'];
  /** What conversations ask of the files that they carry. */
  readonly chatFiles: ChatFiles;
  readonly fileJobs: FileJobs;
}

/**
 * Files that people upload: the photo and the signature of their account, seen by whoever may see the account; photos of members'
 * meals, seen by whoever reads their record; and files of conversations, opened by whoever reads the conversation.
 */
export function createBlob({ database, people, blobs, config, clock, log, onFileChanged }: BlobDependencies): Blob {
  const store = createBlobStore(database, people);
  const drop = createDrop({ store, blobs, log });
  const files = createFiles({ store, blobs, clock, drop });
  const mealPhotos = createMealPhotos({ database, blobs, clock, quotaBytes: config.filesPerPersonBytes });
  const inspector = createInspector();
  const clamd = config.clamdUrl === undefined ? null : createClamd(config.clamdUrl);
  const fileJobs = createFileJobs({
    ...{ database, blobs, inspector, clamd, clock, log, drop },
    onChanged: onFileChanged,
    everySeconds: config.fileJobsSeconds,
  });
  const ownChatFiles = createOwnChatFiles({
    ...{ database, blobs, inspector, clock, drop },
    isChecked: clamd !== null,
    quotaBytes: config.filesPerPersonBytes,
    onJobs: fileJobs.note,
  });
  return {
    routes: blobRoutes({ files, ownChatFiles, mealPhotos }),
    personalData: filesPersonalData(database, blobs),
    unknownMealPhotos: mealPhotos.unknown,
    chatFiles: createChatFiles({ database, blobs }),
    fileJobs,
    async stop() {
      // What is being looked into is given up, and done again by whoever goes on.
      await Promise.all([fileJobs.stop(), inspector.stop()]);
    },
  };
}
