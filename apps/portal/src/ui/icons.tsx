import type { SVGProps } from 'react';

/** The icons in use, drawn on a grid of 16 in strokes of 1.5. Decorative: the words stand beside them or in the control's label. */
const paths = {
  search: 'M7 12A5 5 0 1 0 7 2a5 5 0 0 0 0 10ZM10.7 10.7 14 14',
  close: 'M4 4l8 8M12 4l-8 8',
  sun: 'M8 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM8 1.5V3M8 13v1.5M1.5 8H3M13 8h1.5M3.4 3.4l1 1M11.6 11.6l1 1M3.4 12.6l1-1M11.6 4.4l1-1',
  moon: 'M13.5 9.5A6 6 0 0 1 6.5 2.5a6 6 0 1 0 7 7Z',
  ruler: 'M2 10.5 10.5 2 14 5.5 5.5 14 2 10.5ZM5 7.5l1.5 1.5M7.5 5l1.5 1.5M10 2.5',
  signOut: 'M6.5 14h-3A1.5 1.5 0 0 1 2 12.5v-9A1.5 1.5 0 0 1 3.5 2h3M10.5 11.5 14 8l-3.5-3.5M14 8H6',
  members: 'M6 8a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM1 14c0-2.8 2.2-4.5 5-4.5s5 1.7 5 4.5M11 2.4a3 3 0 0 1 0 5.2M12.5 10c1.6.7 2.5 2.1 2.5 4',
  person: 'M8 8a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM2.5 14.5c0-3 2.5-4.8 5.5-4.8s5.5 1.8 5.5 4.8',
  swap: 'M11 2l3 3-3 3M14 5H4M5 14l-3-3 3-3M2 11h10',
  chevronDown: 'M4 6l4 4 4-4',
  chevronLeft: 'M10 4 6 8l4 4',
  chevronRight: 'M6 4l4 4-4 4',
  arrowUp: 'M8 13V3M4 7l4-4 4 4',
  arrowDown: 'M8 3v10M4 9l4 4 4-4',
  download: 'M8 2v8M4.5 7 8 10.5 11.5 7M2.5 13.5h11',
  filter: 'M2 3.5h12M4.5 8h7M6.5 12.5h3',
  columns: 'M2.5 3h11v10h-11ZM6.2 3v10M9.8 3v10',
  globe:
    'M8 14.5a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13ZM1.5 8h13M8 1.5c2 2 2.8 4.2 2.8 6.5S10 12.500 8 14.500C6 12.500 5.200 10.300 5.200 8S6 3.500 8 1.500',
  more: 'M3.2 8h.8M7.6 8h.8M12 8h.8',
  plus: 'M8 3v10M3 8h10',
  minus: 'M3 8h10',
  calendar: 'M2.5 3.5h11v10h-11ZM2.5 6.5h11M5.5 2v3M10.5 2v3',
  repeat: 'M3 7a4.5 4.5 0 0 1 8-2l2 2M13 3.500V7H9.500M13 9a4.500 4.500 0 0 1-8 2L3 9M3 12.500V9h3.500',
  bell: 'M4 11V7a4 4 0 0 1 8 0v4l1.2 1.500H2.800ZM6.500 14.200h3',
  check: 'M3 8.5 6.5 12 13 4.5',
  bandOn:
    'M5.5 4.5 6 1.5h4l.5 3M5.5 11.5l.5 3h4l.5-3M4 6.5a2 2 0 0 1 2-2h4a2 2 0 0 1 2 2v3a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2ZM6.3 8l1.2 1.2 2.2-2.4',
  bandOff: 'M5.5 4.5 6 1.5h4l.5 3M5.5 11.5l.5 3h4l.5-3M4 6.5a2 2 0 0 1 2-2h4a2 2 0 0 1 2 2v3a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2ZM6.5 8h3',
  charging: 'M9 1.5 3.5 9H8l-1 5.5L12.5 7H8Z',
  question: 'M8 14.5a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13ZM6 6.2c0-1.2.9-2 2-2s2 .8 2 1.9c0 1.4-2 1.6-2 2.9M8 11.5v.1',
  alert: 'M8 2 1.5 13.5h13ZM8 6.5v3M8 11.5v.1',
  flask: 'M6 1.5h4M6.5 1.5v4L2.8 12a1.5 1.5 0 0 0 1.3 2.5h7.8a1.5 1.5 0 0 0 1.3-2.5L9.5 5.5v-4M4.5 10h7',
  clock: 'M8 14.5a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13ZM8 4.5V8l2.5 1.5',
  keyboard: 'M2 4h12v8.5H2ZM4.5 6.7h.1M7 6.7h.1M9.5 6.7h.1M12 6.7h-.1M5 10h6',
  note: 'M3 2h10v8.5L9.5 14H3ZM13 10.5H9.5V14M5.5 5.5h5M5.5 8.5h3',
  sliders: 'M2 4.5h6M12 4.5h2M2 11.5h2M8 11.5h6M10 6.5a2 2 0 1 0 0-4 2 2 0 0 0 0 4ZM6 13.5a2 2 0 1 0 0-4 2 2 0 0 0 0 4Z',
  lock: 'M3.5 7.5h9V14h-9ZM5 7.5V5a3 3 0 0 1 6 0v2.5M8 10v1.5',
  scale: 'M2.5 2.5h11v11h-11ZM5 7a3 3 0 0 1 6 0M8 7l1.2-1.8',
  heart: 'M8 13.5 2.8 8.3a3 3 0 0 1 4.2-4.3l1 1 1-1a3 3 0 0 1 4.2 4.3Z',
  drop: 'M8 2c2.5 3 4.2 5 4.2 7.3a4.2 4.2 0 0 1-8.4 0C3.8 7 5.5 5 8 2Z',
  meal: 'M3.5 2v3.5a2 2 0 0 0 4 0V2M5.5 2v12M12 14V2c-1.8.8-2.6 2.8-2.6 5.5H12',
  pill: 'M3.2 12.8a3.2 3.2 0 0 1 0-4.5l5.1-5.1a3.2 3.2 0 0 1 4.5 4.5l-5.1 5.1a3.2 3.2 0 0 1-4.5 0ZM5.8 5.8l4.5 4.5',
  message: 'M2.5 3h11v8H8l-3 2.8V11H2.5Z',
  send: 'M2 8.2 14 2 10.200 14 7.400 9.200ZM7.400 9.200 14 2',
  phone:
    'M3.2 2.5h2.600l1.200 3.200-1.600 1.200a8 8 0 0 0 3.700 3.700l1.200-1.600 3.200 1.200v2.600a1 1 0 0 1-1.100 1A11 11 0 0 1 2.200 3.600a1 1 0 0 1 1-1.100Z',
  hangUp:
    'M2 10.200c-.8-.8-.7-2.100.2-2.800a9.500 9.500 0 0 1 11.600 0c.9.700 1 2 .2 2.800l-.5.500a.8.8 0 0 1-1 .100l-1.800-1.100a.8.8 0 0 1-.4-.7V7.800a8 8 0 0 0-4.600 0V9a.8.8 0 0 1-.4.700l-1.800 1.100a.8.8 0 0 1-1-.100Z',
  microphone: 'M8 9.500a2 2 0 0 0 2-2v-4a2 2 0 0 0-4 0v4a2 2 0 0 0 2 2ZM3.800 7.500a4.200 4.200 0 0 0 8.400 0M8 11.700v2.500',
  microphoneOff:
    'M10 6V3.500a2 2 0 0 0-3.900-.6M6 6v1.500a2 2 0 0 0 3 1.700M3.800 7.500a4.200 4.200 0 0 0 6.600 3.400M12.200 7.500a4 4 0 0 1-.4 1.800M8 11.700v2.500M2 2l12 12',
  camera: 'M1.500 4.500h8.500v7H1.500ZM10 7.200l4.500-2.400v6.400L10 8.800',
  cameraOff: 'M5.500 4.500H10V9M10 7.200l4.500-2.400v6.400L10 8.800M8.500 11.500h-7v-7h.5M2 2l12 12',
  expand: 'M9.500 2.500h4v4M13.500 2.500 9 7M6.500 13.500h-4v-4M2.500 13.500 7 9',
  shrink: 'M13 6.500H9.500V3M9.500 6.500 13.500 2.500M3 9.500h3.500V13M6.500 9.500l-4 4',
  move: 'M8 2v12M2 8h12M6 4l2-2 2 2M6 12l2 2 2-2M4 6 2 8l2 2M12 6l2 2-2 2',
  speaker: 'M2.500 6v4h2.500L8.500 13V3L5 6ZM11 6a3 3 0 0 1 0 4M12.800 4.200a5.500 5.500 0 0 1 0 7.600',
  activity: 'M1.5 8.5h3l2-5.5 3 10 2-4.5h3',
} as const;

export type IconName = keyof typeof paths;

export function Icon({ name, size = 16, ...rest }: { readonly name: IconName; readonly size?: number } & SVGProps<SVGSVGElement>) {
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
      focusable="false"
      {...rest}
    >
      <path d={paths[name]} />
    </svg>
  );
}
