import { type Endpoint, endpoints } from '@vigil/contract';
import { actionCounters } from '@vigil/contract/factuary-actions.values';
import { describe, expect, test } from 'vitest';
import { numbersIn } from './members-in-schema.ts';

/** Answers that are about one member, one account or nobody hold no figure over several. */
const isAboutSeveral = ({ access: { kind } }: Endpoint) => ['tenant', 'members-list', 'members-in-body'].includes(kind);

/**
 * Ends of places whose numbers say something of one thing: a moment, an order, a size, what was measured once, what one member or one
 * program has. Whatever has another name is declared in the contract, as a figure over members (`figures`) or with what it is
 * instead (`otherNumbers`).
 */
const ofOneThing: readonly string[] = [
  // Moments and stretches of time.
  ...[
    'at',
    'asOf',
    'as_of',
    'since',
    'alertSince',
    'until',
    'from',
    'to',
    'date',
    'day',
    'weekday',
    'notice.time',
    'timestamp',
    'duration',
    'durationMinutes',
  ],
  ...[
    'createdAt',
    'created_at',
    'firstCreatedAt',
    'changedAt',
    'changed_at',
    'updatedAt',
    'editedAt',
    'withdrawnAt',
    'assignedAt',
    'performedAt',
  ],
  ...[
    'checkedUpTo',
    'brokenAt',
    'startedAt',
    'started_at',
    'startsAt',
    'endedAt',
    'ended_at',
    'finishedAt',
    'joined_at',
    'left_at',
    'saidAt',
  ],
  ...[
    'toldAt',
    'writtenAt',
    'stateSince',
    'time_changed',
    'saved_at',
    'outdated_at',
    'acceptedAt',
    'connectedAt',
    'reconnectingAt',
    'reconnectedAt',
  ],
  ...['handed_over_at', 'acknowledged_at', 'withdrawn_at', 'on_call_from', 'on_call_until', 'snoozed_until'],
  ...['ringingAt', 'expiresAt', 'expires_at', 'evaluatedAt', 'notEvaluatedSince', 'lastReadAt', 'canBeRestoredUntil', 'keepRecordUntil'],
  ...[
    'removalFinalAt',
    'lastStatusDate',
    'memberSince',
    'account_created_millis',
    'status_date',
    'statusDate',
    'time_created',
    'timeCreated',
  ],
  ...[
    'due_date',
    'dueAt',
    'raisedAt',
    'triggered_at',
    'dataAt',
    'lapsesAt',
    'lastFiredAt',
    'program_started',
    'program_completed',
    'program_canceled',
  ],
  ...[
    'invitedAt',
    'openedAt',
    'accountAt',
    'sentAt',
    'syncedAt',
    'requestedAt',
    'decidedAt',
    'lastSync',
    'time_delivered',
    'delta_time',
    'deltaTime',
  ],
  ...[
    'notifyBefore',
    'stepSeconds',
    'persistMinutes',
    'timeToLiveHours',
    'expires_after_days',
    'longestSnooze',
    'seconds',
    'recurrence.interval',
  ],
  // Versions, orders, places and sizes.
  ...[
    'version',
    'revision',
    'sequence',
    'lastSequence',
    'readSequence',
    'line',
    'page',
    'size',
    'per_page',
    'nextPage',
    'index',
    'order',
    'position',
  ],
  ...['place', 'mostRows', 'mostUnanswered', 'times', 'recurrence.count', 'widthPx', 'heightPx', 'sizeBytes', 'cohortLayers', 'liveRules'],
  // What was measured of one member, and what a rule, a condition or a question asks for.
  ...[
    'value',
    'measured',
    'reference',
    'deviations',
    'limit',
    'battery',
    'baseline',
    'timeframe_average',
    'timeframe_baseline',
    'low',
    'high',
  ],
  ...['known', 'min', 'max', 'gte', 'lte', 'score', 'level', 'clearing', 'leastCoverage'],
  // What one member has done, or was done for one member.
  ...[
    // How many of the staff an alarm of one member has told.
    'notified.count',
    'n_modules',
    'n_modules_completed',
    'n_insights',
    'n_insights_completed',
    'n_pledges',
    'n_pledges_completed',
    'n_surveys',
    'n_surveys_completed',
  ],
  ...['program_completion', 'rows.insights', 'rows.surveys', 'rows.pledges', 'members.firings'],
  ...actionCounters.map((counter) => `rows.actions.${counter}`),
  ...['aggregations', 'modules', 'insights', 'pledges', 'surveys'].flatMap((of) =>
    ['completed', 'total', 'progress'].map((name) => `${of}.${name}`),
  ),
  // What the caller did or has, lines of a file, entries of a log, and what is usual elsewhere.
  ...['unread', 'accepted', 'read', 'progress', 'rows', 'sentCount', 'memberCount', 'content.status', 'entries', 'checked'],
  ...['yardstick.alertsPerMemberWeek', 'yardstick.byHandPerMemberWeek'],
];
/** Values of maps that are of one thing: a member's measures, the outcomes of the lines of a file. */
const mapsOfOneThing = ['data', 'time_to_live', 'times', 'counts'].map((name) => `${name}.{key}`);
const isOfOneThing = (place: string) => [...ofOneThing, ...mapsOfOneThing].some((end) => `.${place}`.endsWith(`.${end}`));

const declared = ({ figures, otherNumbers }: Endpoint) => [
  ...(figures?.counts ?? []),
  ...(figures?.rates ?? []),
  ...Object.keys(otherNumbers ?? {}),
];

describe('numbers over several members', () => {
  const undeclared = endpoints.filter(isAboutSeveral).flatMap((endpoint) =>
    numbersIn(endpoint.response)
      .filter((place) => !isOfOneThing(place))
      .filter((place) => !declared(endpoint).includes(place))
      .map((place) => `${endpoint.id} answers ${place}`),
  );

  test('are declared in the contract, wherever an answer holds them', () => {
    expect(undeclared).toEqual([]);
  });

  const declaring = endpoints.filter((endpoint) => declared(endpoint).length > 0);
  test.each(declaring.map((endpoint) => [endpoint.id, endpoint] as const))(
    '%s: the places that it declares are in its answer',
    (_, endpoint) => {
      expect(declared(endpoint).filter((place) => !numbersIn(endpoint.response).includes(place))).toEqual([]);
    },
  );

  test('no end of a place that is of one thing has become useless', () => {
    const undeclaredNumbers = endpoints
      .filter(isAboutSeveral)
      .flatMap((endpoint) => numbersIn(endpoint.response).filter((place) => !declared(endpoint).includes(place)));
    const isUsed = (end: string) => undeclaredNumbers.some((place) => `.${place}`.endsWith(`.${end}`));
    expect([...ofOneThing, ...mapsOfOneThing].filter((end) => !isUsed(end))).toEqual([]);
  });

  test('are told by calls alone that ask whom the caller may see', () => {
    expect(endpoints.filter((endpoint) => endpoint.figures && !isAboutSeveral(endpoint)).map(({ id }) => id)).toEqual([]);
  });
});
