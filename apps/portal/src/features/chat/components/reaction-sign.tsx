import type { ReactionKey } from '@vigil/contract/chat.values';

/** Drawn like the icons: letters for pictures are missing on many a clinic's computer, and differ between the others. */
const paths: Readonly<Record<ReactionKey, string>> = {
  thumbs_up: 'M2 7.5h2.5V14H2ZM4.5 8 7.5 2a1.6 1.6 0 0 1 1.6 1.9L8.8 6h4a1.2 1.2 0 0 1 1.2 1.5l-1.2 5.4A1.4 1.4 0 0 1 11.4 14H4.5',
  heart: 'M8 13.5 2.8 8.3a3 3 0 0 1 4.2-4.3l1 1 1-1a3 3 0 0 1 4.2 4.3Z',
  smile: 'M8 14.5a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13ZM5 9.5c1.5 2 4.5 2 6 0M5.8 6.2v.1M10.2 6.2v.1',
  surprised: 'M8 14.5a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13ZM8 11.8a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3ZM5.8 6.2v.1M10.2 6.2v.1',
  sad: 'M8 14.5a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13ZM5 11.2c1.5-2 4.5-2 6 0M5.8 6.2v.1M10.2 6.2v.1',
  check: 'M3 8.5 6.5 12 13 4.5',
};

/** What a reaction looks like; its words stand beside it or in the control's label. */
export function ReactionSign({ reaction, size = 16 }: { readonly reaction: ReactionKey; readonly size?: number }) {
  return (
    <svg
      viewBox="0 0 16 16"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeWidth={1.5}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={paths[reaction]} />
    </svg>
  );
}
