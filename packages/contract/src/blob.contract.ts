import * as z from 'zod';
import { access } from './access.ts';
import {
  type ChatFileType,
  chatFileTypes,
  fileKinds,
  fileStates,
  mostChatFileBytes,
  pictureLimits,
  picturePurposes,
  pictureTypes,
  uploadPaths,
} from './blob.values.ts';
import { endpoint, type FileContent } from './endpoint.ts';
import { id } from './shapes.ts';
import { writeLimits } from './write-limits.ts';

const ownerOfFile = z.object({ tenantId: id, userId: id });
const fileOfOwner = ownerOfFile.extend({ fileId: id });

const storedPicture = z.object({
  id,
  /** Path of the file on this server. */
  url: z.string(),
  type: z.enum(pictureTypes),
  sizeBytes: z.number().int(),
  widthPx: z.number().int(),
  heightPx: z.number().int(),
});
export type StoredPicture = z.output<typeof storedPicture>;

const chatFileType = z.enum(Object.keys(chatFileTypes) as [ChatFileType, ...ChatFileType[]]);

/** A file that was uploaded for a conversation and is sent by its `id`. */
const uploadedChatFile = z.object({
  id,
  /** Path of the file on this server: only its owner opens it there, and whoever reads a message that carries it at the message’s. */
  url: z.string(),
  /** What it was found to be. */
  type: chatFileType,
  kind: z.enum(fileKinds),
  /** As its owner called it, with the extension of what it is. */
  name: z.string(),
  sizeBytes: z.number().int(),
  /** Of a picture. */
  widthPx: z.number().int().nullable(),
  heightPx: z.number().int().nullable(),
  state: z.enum(fileStates),
});
export type UploadedChatFile = z.output<typeof uploadedChatFile>;

export const uploadFile = endpoint({
  id: 'blob.uploadFile',
  service: 'blob',
  method: 'POST',
  // Beside what a person may upload a day, which the database counts.
  writeLimit: writeLimits.person,
  path: '/blob/tenant/{tenantId}/user/{userId}/upload',
  summary:
    'Keep the body as a file that the caller sends in a conversation (`path=chat`, its name percent-encoded in the header `x-file-name`), or make it, a JPEG or PNG of up to 2 MiB, the photo or the signature of the caller’s own account (`path=profile`). What a picture says beside itself, such as where it was taken, is removed',
  access: access.inTenant('tenantId', access.self('userId')),
  params: ownerOfFile,
  query: z.object({
    path: z.enum(uploadPaths),
    /** Of a picture of an account: without it one that is there already is kept, and the call fails with a conflict. */
    overwrite: z.enum(['true', 'false']).default('false'),
    kind: z.enum(picturePurposes).default('photo'),
    /** Made by whoever uploads a file for a conversation: the same file uploaded again with it is one file. */
    clientId: id.optional(),
  }),
  bodyKind: 'stream',
  bodyLimitBytes: mostChatFileBytes,
  /** Of an account’s picture, `url` is now the account’s `photoUrl` or `signUrl`. */
  response: z.union([uploadedChatFile, storedPicture]),
  errors: ['conflict', 'storage_full'],
});

export const getFile = endpoint({
  id: 'blob.getFile',
  service: 'blob',
  method: 'GET',
  path: '/blob/tenant/{tenantId}/user/{userId}/files/{fileId}',
  summary: 'A picture of an account, for whoever may see the account; a file uploaded for a conversation, for its owner alone',
  access: access.inTenant('tenantId', access.readAccount('userId')),
  params: fileOfOwner,
  response: z.unknown(),
  answer: 'kept-file',
  errors: ['locked'],
});

export const removeFile = endpoint({
  id: 'blob.removeFile',
  service: 'blob',
  method: 'DELETE',
  path: '/blob/tenant/{tenantId}/user/{userId}/files/{fileId}',
  summary: 'Remove a picture of the caller’s own account, or a file that was uploaded for a conversation and not sent',
  access: access.inTenant('tenantId', access.self('userId')),
  params: fileOfOwner,
  response: z.object({ removed: z.boolean() }),
  errors: ['not_found', 'conflict'],
});

export const uploadMealPhoto = endpoint({
  id: 'blob.uploadMealPhoto',
  service: 'blob',
  method: 'POST',
  writeLimit: writeLimits.person,
  path: '/blob/tenant/{tenantId}/user/{userId}/meal-photos',
  summary:
    'Keep the body, a JPEG or PNG, as a photo of a meal of the member’s. What it says beside the picture, such as where it was taken, is removed',
  access: access.inTenant('tenantId', access.logForMember('userId')),
  params: ownerOfFile,
  bodyKind: 'bytes',
  bodyLimitBytes: pictureLimits.bytes,
  response: storedPicture,
  errors: ['too_many_requests', 'storage_full'],
});

export const getMealPhoto = endpoint({
  id: 'blob.getMealPhoto',
  service: 'blob',
  method: 'GET',
  path: '/blob/tenant/{tenantId}/user/{userId}/meal-photos/{fileId}',
  summary: 'A photo of a meal of the member’s',
  access: access.inTenant('tenantId', access.readMember('userId')),
  params: fileOfOwner,
  response: z.custom<FileContent>(),
  answer: 'bytes',
});
