/** Where the window of a call stands: its upper left corner. Pixels of the page's view. */
export interface Place {
  readonly x: number;
  readonly y: number;
}
interface Size {
  readonly width: number;
  readonly height: number;
}

/** Pixels to the edge of the view. */
const margin = 8;
/** What an arrow key moves it by. Pixels. */
const step = 24;

/** What the window never covers: strips at the top and the bottom of the page that tell of alarms and of the connection. */
export interface Strips {
  /** The lower edge of those at the top. */
  readonly top: number;
  /** The upper edge of those at the bottom. */
  readonly bottom: number;
  /** The left edge of a panel that stands beside the page: what is written in it is not covered, as long as nobody moves the window there. */
  readonly right: number;
}

/** The strips that are in view now: whatever is marked with `data-keep-clear`. */
export function stripsInView(view: Size): Strips {
  let [top, bottom] = [0, view.height];
  for (const strip of document.querySelectorAll('[data-keep-clear]')) {
    const { top: from, bottom: to, height } = strip.getBoundingClientRect();
    if (height === 0 || to <= 0 || from >= view.height) continue;
    if (from < view.height / 2) top = Math.max(top, to);
    else bottom = Math.min(bottom, from);
  }
  const beside = document.querySelector('[data-keep-beside]')?.getBoundingClientRect();
  return { top, bottom, right: beside === undefined || beside.width === 0 ? view.width : beside.left };
}

/** Where it stands until somebody moves it: in the lower corner, left of what stands at the right. */
export const cornerOf = (right: number, { width }: Size): Place => ({ x: right - width - margin, y: Number.POSITIVE_INFINITY });

/** The nearest place to the wanted one where the whole window is in view and covers no strip. */
export function placeWithin(wanted: Place, size: Size, view: Size, { top, bottom }: Omit<Strips, 'right'>): Place {
  const within = (value: number, least: number, most: number) => Math.max(least, Math.min(value, most));
  return {
    x: within(wanted.x, margin, view.width - size.width - margin),
    y: within(wanted.y, top + margin, bottom - size.height - margin),
  };
}

const moves: Readonly<Record<string, Place>> = {
  ArrowLeft: { x: -step, y: 0 },
  ArrowRight: { x: step, y: 0 },
  ArrowUp: { x: 0, y: -step },
  ArrowDown: { x: 0, y: step },
};

/** Where an arrow key moves it; null for any other key. */
export function movedByKey(from: Place, key: string): Place | null {
  const move = moves[key];
  return move ? { x: from.x + move.x, y: from.y + move.y } : null;
}
