/** The video or sound that plays: one at a time on a page. */
let playing: HTMLMediaElement | null = null;

/** This one plays now; whatever played before is paused. */
export function playsAlone(medium: HTMLMediaElement): void {
  if (playing !== null && playing !== medium) playing.pause();
  playing = medium;
}
