import { type Readable, Transform } from 'node:stream';
import type { BodyStream } from '@vigil/contract';
import { VigilError } from '@vigil/contract/errors';
import { type BodyHeaders, readBody } from './body.ts';
import type { WatchedUpload } from './slow-clients.ts';
import type { Upload } from './upload-budget.ts';

export interface BodyStreamOptions {
  readonly payload: Readable;
  readonly headers: BodyHeaders;
  /** Of what is taken piece by piece; whoever takes the whole says how much that may be. */
  readonly limitBytes: number;
  readonly upload: Upload;
  readonly watched: WatchedUpload;
  /** What is to be done with a whole body before it is used. */
  readonly onWhole: (bytes: number) => Promise<void>;
}

/** A body that the handler takes as it comes in, at its own pace: the sender waits meanwhile. What is not taken is thrown away. */
export function bodyStreamOf({ payload, headers, limitBytes, upload, watched, onWhole }: BodyStreamOptions): BodyStream {
  async function* pieces(): AsyncIterable<Uint8Array> {
    const encoding = headers.contentEncoding?.trim().toLowerCase() || 'identity';
    if (encoding !== 'identity')
      throw new VigilError('unsupported_media_type', 'A file is sent as it is, without a content encoding. Nothing was stored.');
    if (Number(headers.contentLength) > limitBytes) throw tooLarge(limitBytes);
    if (payload.destroyed && !payload.readableEnded) throw cutOff();
    let taken = 0;
    const counted = new Transform({
      transform(chunk: Buffer, _, done) {
        taken += chunk.length;
        if (taken > limitBytes) done(tooLarge(limitBytes));
        else done(null, chunk);
      },
    });
    const onClose = () => {
      if (!payload.readableEnded) counted.destroy(cutOff());
    };
    payload.once('close', onClose).once('error', onClose);
    watched.onStalled((why) => counted.destroy(why));
    watched.takesLong();
    payload.pipe(counted);
    try {
      yield* counted;
    } finally {
      watched.onStalled(null);
      payload.off('close', onClose).unpipe(counted).resume();
      counted.destroy();
    }
  }

  return {
    async whole(most) {
      const bytes = await readBody(payload, headers, most, upload, watched);
      await onWhole(bytes.length);
      return bytes;
    },
    pieces,
  };
}

const cutOff = () => new VigilError('invalid_body_encoding', 'The file ended before it was complete. Nothing was stored.');

const tooLarge = (limitBytes: number) =>
  new VigilError('body_too_large', `The file is larger than the ${Math.round(limitBytes / 1e6)} MB that are taken. Nothing was stored.`);
