import { VigilError } from '@vigil/contract/errors';
import type { ListPlace } from '#platform/postgres/newest-first.ts';
import type { TimelineSource } from './timeline-source.ts';

/** The entry behind which a page begins: entries of one moment come in the order of their sources, and in each by key. */
export interface TimelinePlace extends ListPlace {
  readonly sourceId: string;
}

/** `next` of a page, and back. Throws invalid_input for what no page has said. */
export const placeText = ({ atMs, sourceId, key }: TimelinePlace): string => `${atMs}~${sourceId}~${key}`;

export function placeIn(text: string, sources: readonly Pick<TimelineSource, 'id'>[]): TimelinePlace {
  const [at = '', sourceId = '', ...rest] = text.split('~');
  const atMs = Number(at);
  const isPlace = /^[0-9]{1,14}$/.test(at) && sources.some(({ id }) => id === sourceId) && rest.length === 1;
  if (!isPlace)
    throw new VigilError('invalid_input', 'before: is `next` of the answer before.', {
      fields: [{ field: 'before', message: 'Has to be `next` of the answer before' }],
    });
  return { atMs, sourceId, key: rest[0] ?? '' };
}
