import { gad7 } from './gad-7.ts';
import type { Instrument } from './instrument.ts';
import { oxygenAndAlertness } from './oxygen-and-alertness.ts';
import { phq9 } from './phq-9.ts';

export type { Instrument } from './instrument.ts';

/** The surveys that every tenant has: they are live, and are copied rather than changed. */
export const instruments: readonly Instrument[] = [phq9, gad7, oxygenAndAlertness];

export const instrumentOf = (surveyId: string): Instrument | undefined => instruments.find(({ id }) => id === surveyId.toLowerCase());
