import * as z from 'zod';
import { access } from './access.ts';
import { pictureLimits, picturePurposes, pictureTypes, uploadPaths } from './blob.values.ts';
import { endpoint, type FileContent } from './endpoint.ts';
import { id } from './shapes.ts';

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

export const uploadFile = endpoint({
  id: 'blob.uploadFile',
  service: 'blob',
  method: 'POST',
  path: '/blob/tenant/{tenantId}/user/{userId}/upload',
  summary:
    'Make the body, a JPEG or PNG, the photo or the signature of the caller’s own account (`path=profile`). What it says beside the picture, such as where it was taken, is removed. Files of chats (`path=chat`) are not taken yet',
  access: access.inTenant('tenantId', access.self('userId')),
  params: ownerOfFile,
  query: z.object({
    path: z.enum(uploadPaths),
    /** Without it a picture that is there already is kept, and the call fails with a conflict. */
    overwrite: z.enum(['true', 'false']).default('false'),
    kind: z.enum(picturePurposes).default('photo'),
  }),
  bodyKind: 'bytes',
  bodyLimitBytes: pictureLimits.bytes,
  /** `url` is now the account’s `photoUrl` or `signUrl`. */
  response: storedPicture,
  errors: ['conflict', 'storage_full'],
});

export const getFile = endpoint({
  id: 'blob.getFile',
  service: 'blob',
  method: 'GET',
  path: '/blob/tenant/{tenantId}/user/{userId}/files/{fileId}',
  summary: 'A picture of an account, for whoever may see the account',
  access: access.inTenant('tenantId', access.readAccount('userId')),
  params: fileOfOwner,
  response: z.custom<FileContent>(),
  answer: 'bytes',
});

export const removeFile = endpoint({
  id: 'blob.removeFile',
  service: 'blob',
  method: 'DELETE',
  path: '/blob/tenant/{tenantId}/user/{userId}/files/{fileId}',
  summary: 'Remove a picture of the caller’s own account',
  access: access.inTenant('tenantId', access.self('userId')),
  params: fileOfOwner,
  response: z.object({ removed: z.boolean() }),
  errors: ['not_found'],
});

export const uploadMealPhoto = endpoint({
  id: 'blob.uploadMealPhoto',
  service: 'blob',
  method: 'POST',
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
