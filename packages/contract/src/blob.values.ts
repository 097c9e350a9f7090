/** What a file is uploaded for, in the query parameter `path`. */
export const uploadPaths = ['chat', 'profile'] as const;
/** Which picture of an account `path=profile` means. */
export const picturePurposes = ['photo', 'signature'] as const;
export type PicturePurpose = (typeof picturePurposes)[number];

/** Photos of meals that one member can be given in 24 hours: more is a program gone wrong. */
export const mostMealPhotosADay = 60;

/** By their first bytes; what the sender calls them is not asked. */
export const pictureTypes = ['image/jpeg', 'image/png'] as const;
export type PictureType = (typeof pictureTypes)[number];

/** Bytes, pixels a side. The portal crops and scales pictures before it sends them; others may send larger ones. */
export const pictureLimits = { bytes: 2 * 1024 * 1024, leastPx: 16, mostPx: 2048 } as const;

/** Bytes of a file of a conversation. */
export const mostChatFileBytes = 100_000_000;
/** Files that a person can upload for conversations in a minute, and bytes in 24 hours. */
export const mostChatFilesAMinute = 30;
export const mostChatFileBytesADay = 2_000_000_000;
/** The header in which a file's name comes, percent-encoded as `encodeURIComponent` does: a name may tell of a person, so no address holds it. */
export const fileNameHeader = 'x-file-name';
/** Characters of a file's name; a longer one is shortened before its extension. */
export const longestFileName = 150;
/** A picture of a conversation has at most so many pixels, all frames together. */
export const mostChatPicturePixels = 60_000_000;
/** The longer side of a thumbnail at most, in pixels. */
export const thumbnailPx = 480;

export const fileKinds = ['image', 'video', 'audio', 'document'] as const;
export type FileKind = (typeof fileKinds)[number];

/** What conversations take, by what a file holds, with the extensions that it may have; a file without one is given the first. */
export const chatFileTypes = {
  'image/jpeg': { kind: 'image', extensions: ['jpg', 'jpeg', 'jfif'] },
  'image/png': { kind: 'image', extensions: ['png'] },
  'image/gif': { kind: 'image', extensions: ['gif'] },
  'image/webp': { kind: 'image', extensions: ['webp'] },
  'video/mp4': { kind: 'video', extensions: ['mp4', 'm4v'] },
  'video/webm': { kind: 'video', extensions: ['webm'] },
  'video/quicktime': { kind: 'video', extensions: ['mov', 'qt'] },
  'audio/mpeg': { kind: 'audio', extensions: ['mp3'] },
  'audio/mp4': { kind: 'audio', extensions: ['m4a'] },
  'audio/aac': { kind: 'audio', extensions: ['aac'] },
  'audio/ogg': { kind: 'audio', extensions: ['ogg', 'oga', 'opus'] },
  'audio/wav': { kind: 'audio', extensions: ['wav'] },
  'audio/flac': { kind: 'audio', extensions: ['flac'] },
  'application/pdf': { kind: 'document', extensions: ['pdf'] },
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': { kind: 'document', extensions: ['docx'] },
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': { kind: 'document', extensions: ['xlsx'] },
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': { kind: 'document', extensions: ['pptx'] },
  'application/vnd.oasis.opendocument.text': { kind: 'document', extensions: ['odt'] },
  'application/vnd.oasis.opendocument.spreadsheet': { kind: 'document', extensions: ['ods'] },
  'application/vnd.oasis.opendocument.presentation': { kind: 'document', extensions: ['odp'] },
  'text/plain': { kind: 'document', extensions: ['txt', 'text', 'log', 'md'] },
  'text/csv': { kind: 'document', extensions: ['csv'] },
} as const satisfies Readonly<Record<string, { readonly kind: FileKind; readonly extensions: readonly [string, ...string[]] }>>;
export type ChatFileType = keyof typeof chatFileTypes;

/**
 * Where a file of a conversation stands: its check for malware is under way; it cannot be checked at the moment and will be, as soon
 * as that works again; it can be opened; malware was found, and nobody can open it any more.
 */
export const fileStates = ['checking', 'waiting', 'ready', 'infected'] as const;
export type FileState = (typeof fileStates)[number];
