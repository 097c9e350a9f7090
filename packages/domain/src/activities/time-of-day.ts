const twelveHours = /^(1[0-2]|0?[1-9])(?::([0-5][0-9]))? ?([ap])\.?m\.?$/i;
const twentyFourHours = /^([01]?[0-9]|2[0-3]):([0-5][0-9])(?::[0-5][0-9])?$/;

/**
 * A time of day as 24-hour `HH:mm`: from "7:05 pm", "7pm", "07:05 p.m.", and from 24-hour text, whose seconds are dropped.
 * Midnight is 12:00 am, noon 12:00 pm (specification, validation rules: time-of-day converter). Null for anything else.
 */
export function timeOfDay24(text: string): string | null {
  const trimmed = text.trim();
  const [, hour12, minute12 = '00', half] = twelveHours.exec(trimmed) ?? [];
  if (hour12 !== undefined) return `${pad((Number(hour12) % 12) + (half?.toLowerCase() === 'p' ? 12 : 0))}:${minute12}`;
  const [, hour, minute] = twentyFourHours.exec(trimmed) ?? [];
  return hour === undefined ? null : `${pad(Number(hour))}:${minute}`;
}

const pad = (hour: number) => String(hour).padStart(2, '0');

/** Parts of a day that something can be planned for or done in. */
export const dayParts = ['MORNING', 'NOON', 'AFTERNOON', 'EVENING', 'NIGHT'] as const;
export type DayPart = (typeof dayParts)[number];

/** The moment that stands for a part of a day where no time is given; the first four are those of the meals. */
export const dayPartTimes: Readonly<Record<DayPart, string>> = {
  MORNING: '09:00',
  NOON: '12:00',
  AFTERNOON: '16:00',
  EVENING: '19:00',
  NIGHT: '22:00',
};
