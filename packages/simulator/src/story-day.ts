import { type Effects, noEffects } from './effects.ts';
import { localDay } from './local-days.ts';
import type { SyntheticMember } from './member.ts';
import { stories } from './stories.ts';

/** What the member's story changes on a local day (days since 1970). */
export function effectsOn(member: SyntheticMember, day: number): Effects {
  if (!member.story) return noEffects;
  return stories[member.story].effects(day - localDay(member.timeZone, member.epochMs), member.seed);
}
