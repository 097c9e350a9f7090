import { createStore } from '#lib/store.ts';

/** Whether the settings of devices are open, from wherever they were opened. */
export const deviceSettings = createStore(false);

/** Whether the picture of a call fills the page. */
export const videoExpanded = createStore(false);
