import { getFile, getMealPhoto, removeFile, uploadFile, uploadMealPhoto } from '@vigil/contract/blob.contract';
import { fileNameHeader, pictureLimits } from '@vigil/contract/blob.values';
import { VigilError } from '@vigil/contract/errors';
import { type RequestContext, type Route, route, tenantOf, userIdOf } from '#http/route.ts';
import type { Files } from './blob.service.ts';
import type { MealPhotos } from './meal-photos.ts';
import type { OwnChatFiles } from './own-chat-files.ts';

export interface BlobRoutesDependencies {
  readonly files: Files;
  readonly ownChatFiles: OwnChatFiles;
  readonly mealPhotos: MealPhotos;
}

export function blobRoutes({ files, ownChatFiles, mealPhotos }: BlobRoutesDependencies): readonly Route[] {
  return [
    route(uploadFile, async ({ params, query: { path, kind, overwrite, clientId }, body }, context) => {
      const { id: tenantId } = tenantOf(context);
      const userId = params.userId.toLowerCase();
      noteMember(context, userId);
      if (path === 'chat') {
        requireBare(context.request.headers['content-type']);
        const name = context.request.headers[fileNameHeader];
        const announcedBytes = Number(context.request.headers['content-length'] ?? 0);
        const file = { name: String(name ?? ''), clientId: clientId?.toLowerCase(), announcedBytes, content: body.pieces() };
        return ownChatFiles.upload(tenantId, userId, file);
      }
      const bytes = Buffer.from(await body.whole(pictureLimits.bytes));
      return files.uploadPicture(tenantId, userId, { purpose: kind, overwrite: overwrite === 'true', bytes });
    }),
    route(getFile, async ({ params }, context) => {
      const [tenantId, userId, fileId] = [tenantOf(context).id, params.userId.toLowerCase(), params.fileId.toLowerCase()];
      const own = userIdOf(context) === userId ? await ownChatFiles.read(tenantId, userId, fileId) : undefined;
      return own ?? files.read(tenantId, userId, fileId);
    }),
    route(removeFile, async ({ params }, context) => {
      noteMember(context, params.userId);
      const [tenantId, userId, fileId] = [tenantOf(context).id, params.userId.toLowerCase(), params.fileId.toLowerCase()];
      if (!(await ownChatFiles.remove(tenantId, userId, fileId))) await files.remove(tenantId, userId, fileId);
      return { removed: true };
    }),
    route(uploadMealPhoto, ({ params, body }, context) =>
      mealPhotos.upload(tenantOf(context).id, params.userId.toLowerCase(), Buffer.from(body.buffer, body.byteOffset, body.length)),
    ),
    route(getMealPhoto, ({ params }, context) =>
      mealPhotos.read(tenantOf(context).id, params.userId.toLowerCase(), params.fileId.toLowerCase()),
    ),
  ];
}

/** A form around a file would be kept as a text in the file's place. */
function requireBare(contentType: string | undefined): void {
  if (/^\s*multipart\//i.test(contentType ?? ''))
    throw new VigilError('unsupported_media_type', 'A file is sent as the body itself, without a form around it. Nothing was stored.');
}

/** A member's picture or file is a member's data, also to the member. */
function noteMember(context: RequestContext, userId: string): void {
  const { caller } = context;
  if (caller.kind === 'person' && caller.roles.includes('patient')) context.auditMembers([userId.toLowerCase()]);
}
