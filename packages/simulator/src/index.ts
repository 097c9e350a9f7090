export type { Body, Habits, Instruments, StoryId, SyntheticMember, SyntheticStatus } from './member.ts';
export { type MembersOptions, syntheticMembers } from './members.ts';
export { readings } from './readings.ts';
export type { ReadingSeries, ReadingSource } from './series.ts';
export { type Story, stories, storyIds } from './stories.ts';
export { syncedUntilMs } from './sync.ts';
