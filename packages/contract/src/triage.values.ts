/** What a clinician can say of a member for NEWS2. Consciousness and oxygen hold for a day, scale and pregnancy until said otherwise. */
export const news2Statements = ['consciousness', 'oxygen', 'scale', 'pregnancy'] as const;
export type News2Statement = (typeof news2Statements)[number];

/** How old readings of the cuff and the thermometer, and what a clinician saw, may be. Hours. */
export const news2AgeHours = 24;
