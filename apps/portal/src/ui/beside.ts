/** From this width on a side panel stands beside the page, in CSS pixels; below it covers the screen. */
export const besideFromPx = 900;
