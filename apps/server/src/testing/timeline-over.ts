import { createTimelineModule, type TimelineDependencies } from '#services/registry/timeline/index.ts';

/** A timeline over some modules; of all others there is nothing. */
export function timelineOver(given: Pick<TimelineDependencies, 'people' | 'clock'> & Partial<TimelineDependencies>) {
  const none = async () => ({ rows: [], total: 0 });
  return createTimelineModule({
    relations: { historyOf: none },
    tasks: { ofPatient: none },
    actions: { ofPatient: none },
    alerts: { answersAbout: none },
    notary: { versionsOf: none },
    chat: { messageDays: none },
    calls: { ofMember: none },
    surveys: { eventsOf: none },
    activities: { logged: none, typedElsewhere: none },
    programs: { eventsOf: none },
    ...given,
  });
}
