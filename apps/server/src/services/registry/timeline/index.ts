import { getTimeline } from '@vigil/contract/registry-timeline.contract';
import { type Module, route, tenantOf } from '#http/route.ts';
import type { People } from '#people/index.ts';
import type { Clock } from '#platform/clock.ts';
import type { Activities } from '#services/activities/index.ts';
import type { AlertsModule } from '#services/alerts/index.ts';
import type { Calls } from '#services/calls/index.ts';
import type { Chat } from '#services/chat/index.ts';
import type { Actions } from '#services/factuary/actions/index.ts';
import type { Programs } from '#services/factuary/programs/index.ts';
import type { Surveys } from '#services/factuary/surveys/index.ts';
import type { NotaryModule } from '#services/notary/index.ts';
import type { CareRelations } from '../relations/index.ts';
import type { Tasks } from '../tasks/index.ts';
import { actionsSource, alertsSource } from './sources/alert-sources.ts';
import { callsSource, careSource, tasksSource } from './sources/care-sources.ts';
import { loggedSource, messagesSource, notesSource, programsSource, surveysSource, typedSource } from './sources/record-sources.ts';
import { createTimeline } from './timeline.service.ts';

/** Each kind of entry is asked from the module that owns it. */
export interface TimelineDependencies {
  readonly people: Pick<People, 'care' | 'timeZoneOf'>;
  readonly clock: Clock;
  readonly relations: Pick<CareRelations, 'historyOf'>;
  readonly tasks: Pick<Tasks, 'ofPatient'>;
  readonly actions: Pick<Actions, 'ofPatient'>;
  readonly alerts: Pick<AlertsModule, 'answersAbout'>;
  readonly notary: Pick<NotaryModule, 'versionsOf'>;
  readonly chat: Pick<Chat, 'messageDays'>;
  readonly calls: Pick<Calls, 'ofMember'>;
  readonly surveys: Pick<Surveys, 'eventsOf'>;
  readonly activities: Pick<Activities, 'logged' | 'typedElsewhere'>;
  readonly programs: Pick<Programs, 'eventsOf'>;
}

/** What happened around a member, from every module that keeps something of it, for those who may read it there. It stores nothing. */
export function createTimelineModule({ people, clock, ...modules }: TimelineDependencies): Module {
  // Of one moment what ended an action stands above how its alert was answered, and both above what was noted.
  const sources = [
    actionsSource(modules.actions),
    alertsSource(modules.alerts),
    notesSource(modules.notary),
    messagesSource(modules.chat),
    callsSource(modules.calls),
    surveysSource(modules.surveys),
    loggedSource(modules.activities),
    typedSource(modules.activities),
    programsSource(modules.programs),
    tasksSource(modules.tasks),
    careSource(modules.relations.historyOf),
  ];
  const timeline = createTimeline({ sources, people, clock });
  return {
    routes: [
      route(getTimeline, ({ params, query }, context) =>
        timeline.read(
          tenantOf(context).id,
          params.patientId.toLowerCase(),
          context.caller.kind === 'person' ? context.caller.roles : [],
          query,
        ),
      ),
    ],
  };
}
