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
