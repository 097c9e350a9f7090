import { chat } from '@vigil/contract';
import type { ChatFile } from '@vigil/contract/chat.contract';
import { ApiError } from '@vigil/contract/client';
import { call } from '#lib/api.ts';

/** Which file of which message. */
export interface FilePlace {
  readonly conversationId: string;
  readonly messageId: string;
  readonly file: ChatFile;
}

/**
 * The address at which the page's own elements may read a file for some minutes, and until when: they send no token, and the
 * address holds no secret. Throws ApiError.
 */
export async function openInPage({ conversationId, messageId, file: { fileId } }: FilePlace): Promise<{ url: string; expiresAt: number }> {
  return call(chat.openInPage, { params: { conversationId, messageId, fileId } }, { quiet: true });
}

/** Hands a file to the person, as the browser saves files: past this page's memory. Throws ApiError. */
export async function saveFile(place: FilePlace): Promise<void> {
  const { url } = await openInPage(place);
  Object.assign(document.createElement('a'), { href: url, download: place.file.name }).click();
}

/** Why a file cannot be opened, as a key of the messages. */
export type Missing = 'gone' | 'notReady' | 'refused' | 'unreachable' | 'failed';

export function missingOf(reason: unknown): Missing {
  if (!(reason instanceof ApiError)) return 'failed';
  if (reason.code === 'not_found' || reason.code === 'gone') return 'gone';
  if (reason.code === 'locked') return 'notReady';
  if (reason.code === 'no_access_to_user' || reason.code === 'forbidden') return 'refused';
  return reason.status === 0 ? 'unreachable' : 'failed';
}
