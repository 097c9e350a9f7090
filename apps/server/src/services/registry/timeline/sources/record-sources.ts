import { catalogue, isMetricId } from '@vigil/domain/metrics/catalogue';
import type { Activities } from '#services/activities/index.ts';
import type { Chat } from '#services/chat/index.ts';
import type { Programs } from '#services/factuary/programs/index.ts';
import type { Surveys } from '#services/factuary/surveys/index.ts';
import type { NotaryModule } from '#services/notary/index.ts';
import { excerptOf, excerptOrNull } from '../timeline-excerpt.ts';
import { sourceOf, type TimelineSource } from '../timeline-source.ts';

export const notesSource = (notary: Pick<NotaryModule, 'versionsOf'>): TimelineSource =>
  sourceOf({
    ...{ id: 'note', filter: 'notes' },
    read: ({ tenantId, memberId }, stretch) => notary.versionsOf(tenantId, memberId, stretch),
    at: (row) => row.createdAt,
    people: ({ clinicianId }) => [clinicianId],
    entry: ({ id, noteId, version, text, reason, isReplaced, clinicianId }, named) => ({
      ...{ id: `note-${id}`, kind: 'NOTE', executedBy: named(clinicianId) },
      note: { note_id: noteId, text: excerptOf(text), isAmendment: version > 1, reason: excerptOrNull(reason), isReplaced },
    }),
  });

/** On which days something was written in the member's conversation: how much and by whom, and not what. */
export const messagesSource = (chat: Pick<Chat, 'messageDays'>): TimelineSource =>
  sourceOf({
    ...{ id: 'messages', filter: 'messages' },
    read: async ({ tenantId, memberId, zone }, stretch) => {
      const { rows, total } = await chat.messageDays(tenantId, memberId, zone, stretch);
      return { total, rows: rows.map((row) => ({ ...row, memberId })) };
    },
    at: (row) => row.at,
    people: ({ senderIds, memberId }) => [memberId, ...senderIds],
    entry: ({ day, firstAt, count, byMember, withdrawn, senderIds, memberId }, named) => {
      const people = senderIds.flatMap((userId) => named(userId) ?? []);
      const [only] = people;
      const isOfOne = people.length + (byMember > 0 ? 1 : 0) === 1;
      return {
        ...{ id: `messages-${day}`, kind: 'MESSAGES' },
        executedBy: isOfOne ? (only ?? named(memberId)) : null,
        messages: { conversation_id: memberId, day, count, byMember, withdrawn, firstAt: Math.floor(firstAt), people },
      };
    },
  });

export const surveysSource = (surveys: Pick<Surveys, 'eventsOf'>): TimelineSource =>
  sourceOf({
    ...{ id: 'survey', filter: 'surveys' },
    read: ({ tenantId, memberId }, stretch) => surveys.eventsOf(tenantId, memberId, stretch),
    at: (row) => row.at,
    people: ({ byId }) => [byId],
    entry: ({ id, event, name, origin, byId, score, flagged }, named) => ({
      ...{ id: `survey-${id}-${event}`, kind: 'SURVEY', executedBy: named(byId) },
      survey: {
        ...{ user_survey_id: id, name, event, origin },
        score: score?.known ? { score: score.score, band: score.band?.label ?? null } : null,
        flagged: flagged.map(({ question, answer }) => ({ question: excerptOf(question), answer: excerptOf(answer) })),
      },
    }),
  });

const measuredValue = (metric: string, value: number) => ({ metric, value, unit: isMetricId(metric) ? catalogue[metric].unit : null });

/** What the member or the care team logged. */
export const loggedSource = (activities: Pick<Activities, 'logged'>): TimelineSource =>
  sourceOf({
    ...{ id: 'logged', filter: 'readings' },
    read: ({ tenantId, memberId }, stretch) => activities.logged(tenantId, memberId, stretch),
    at: (row) => row.at,
    people: ({ loggedBy, takenBackBy }) => [loggedBy, takenBackBy],
    entry: ({ id, activityType, status, title, description, details, loggedBy, loggedAt, ...row }, named) => ({
      ...{ id: `logged-${id}`, kind: 'READING', executedBy: named(loggedBy) },
      reading: {
        ...{ activity_id: id, activityType, status, title, description: excerptOrNull(description), loggedAt: Math.floor(loggedAt) },
        values: (['weight', 'systolic', 'diastolic', 'glucose'] as const).flatMap((metric) => {
          const value = details[metric];
          return value === undefined ? [] : [measuredValue(metric, value)];
        }),
        takenBack:
          row.takenBackAt === null ? null : { at: Math.floor(row.takenBackAt), by: named(row.takenBackBy), reason: row.takenBackReason },
      },
    }),
  });

/** What was sent as typed in by hand. Who typed it in is not on record. */
export const typedSource = (activities: Pick<Activities, 'typedElsewhere'>): TimelineSource =>
  sourceOf({
    ...{ id: 'typed', filter: 'readings' },
    read: ({ tenantId, memberId }, stretch) => activities.typedElsewhere(tenantId, memberId, stretch),
    at: (row) => row.at,
    people: () => [],
    entry: ({ key, values, receivedAtMs }) => ({
      ...{ id: `typed-${key}`, kind: 'READING', executedBy: null },
      reading: {
        ...{ activity_id: null, activityType: null, status: 'DONE', title: null, description: null, takenBack: null },
        values: values.map(({ metric, value }) => measuredValue(metric, value)),
        loggedAt: Math.floor(receivedAtMs),
      },
    }),
  });

/** Programs that began and ended, and what the member did in them. */
export const programsSource = (programs: Pick<Programs, 'eventsOf'>): TimelineSource =>
  sourceOf({
    ...{ id: 'program', filter: 'programs' },
    read: async ({ tenantId, memberId }, stretch) => {
      const { rows, total } = await programs.eventsOf(tenantId, memberId, stretch);
      // A step is what the member does.
      return { total, rows: rows.map((row) => ({ ...row, doneBy: row.event === 'STEP_DONE' ? memberId : row.byId })) };
    },
    at: (row) => row.at,
    people: ({ doneBy }) => [doneBy],
    entry: ({ key, programId, memberProgramId, name, event, stepType, stepTitle, doneBy }, named) => ({
      ...{ id: `program-${key}`, kind: 'PROGRAM', executedBy: named(doneBy) },
      program: {
        ...{ program_id: programId, member_program_id: memberProgramId, name, event },
        step: stepType === null ? null : { type: stepType, title: stepTitle ?? '' },
      },
    }),
  });
