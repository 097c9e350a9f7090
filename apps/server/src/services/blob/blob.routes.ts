import { getFile, getMealPhoto, removeFile, uploadFile, uploadMealPhoto } from '@vigil/contract/blob.contract';
import { VigilError } from '@vigil/contract/errors';
import { type RequestContext, type Route, route, tenantOf } from '#http/route.ts';
import type { Files } from './blob.service.ts';
import type { MealPhotos } from './meal-photos.ts';

export function blobRoutes(files: Files, mealPhotos: MealPhotos): readonly Route[] {
  return [
    route(uploadFile, ({ params, query, body }, context) => {
      if (query.path === 'chat') throw noChatYet();
      noteMember(context, params.userId);
      const upload = {
        purpose: query.kind,
        overwrite: query.overwrite === 'true',
        bytes: Buffer.from(body.buffer, body.byteOffset, body.length),
      };
      return files.uploadPicture(tenantOf(context).id, params.userId.toLowerCase(), upload);
    }),
    route(getFile, ({ params }, context) => files.read(tenantOf(context).id, params.userId.toLowerCase(), params.fileId.toLowerCase())),
    route(removeFile, async ({ params }, context) => {
      noteMember(context, params.userId);
      await files.remove(tenantOf(context).id, params.userId.toLowerCase(), params.fileId.toLowerCase());
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

/** A member's picture is a member's data, also to the member. */
function noteMember(context: RequestContext, userId: string): void {
  const { caller } = context;
  if (caller.kind === 'person' && caller.roles.includes('patient')) context.auditMembers([userId.toLowerCase()]);
}

const noChatYet = () =>
  new VigilError('invalid_input', 'Files of chats are not taken by this server yet. Nothing was stored.', {
    fields: [{ field: 'path', message: 'Only profile is taken' }],
  });
