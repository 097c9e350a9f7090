import type { OfficeFile, OfficeFileAnswer } from './office-file.ts';
import { officeText } from './office-text.ts';

/** Reads one office file, apart from the page. */
addEventListener('message', async ({ data: { type, bytes } }: MessageEvent<OfficeFile>) => {
  const answer: OfficeFileAnswer = await officeText(type, bytes).then(
    (shown) => ({ shown }),
    () => ({ shown: null }),
  );
  postMessage(answer);
});
