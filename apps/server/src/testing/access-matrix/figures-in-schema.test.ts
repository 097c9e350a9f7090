import { type Endpoint, endpoints } from '@vigil/contract';
import { describe, expect, test } from 'vitest';
import { numbersIn } from './members-in-schema.ts';

/** Answers that are about one member, one account or nobody hold no figure over several. */
const isAboutSeveral = ({ access: { kind } }: Endpoint) => ['tenant', 'members-list', 'members-in-body'].includes(kind);

/**
 * Names of numbers that say something of one thing: a moment, an order, a size, what was measured once. Whatever has another name is
 * declared in the contract, as a figure over members (`figures`) or with what it is instead (`otherNumbers`).
 */
const ofOneThing = new Set(
  `at asOf as_of since until from to date time day weekday timestamp createdAt created_at changedAt changed_at assignedAt addedAt performedAt
  checkedUpTo checked startedAt started_at endedAt ended_at finishedAt joined_at left_at saidAt toldAt writtenAt stateSince time_changed saved_at
  outdated_at acceptedAt connectedAt reconnectingAt reconnectedAt ringingAt expiresAt expires_at evaluatedAt notEvaluatedSince lastReadAt
  canBeRestoredUntil keepRecordUntil removalFinalAt lastStatusDate memberSince account_created_millis status_date time_created due_date dueAt
  raisedAt triggered_at dataAt lapsesAt lastFiredAt timeCreated statusDate program_started program_completed program_canceled sentAt lastSentAt
  takenBackAt lastSync time_delivered delta_time deltaTime duration durationMinutes notifyBefore stepSeconds persistMinutes timeToLiveHours
  expires_after_days longestSnooze seconds version revision sequence lastSequence readSequence line page size per_page nextPage index order
  position place place_of interval mostRows mostUnanswered times min max gte lte answerIndices urgentAnswers weekdays score level clearing
  leastCoverage value values measured reference deviations severity battery baseline timeframe_average timeframe_baseline low high known
  low_bound recent course widthPx heightPx sizeBytes status completed total progress cohortLayers liveRules unread n_modules
  n_modules_completed n_insights n_insights_completed n_pledges n_pledges_completed n_surveys n_surveys_completed program_completion
  insights surveys pledges remain_opened closed expired escalated deescalated reassigned sentCount memberCount entries accepted read rows`
    .split(/\s+/)
    .filter(Boolean),
);
/** Values of maps that are of one thing: a member's measures, the steps of an import's file. */
const mapsOfOneThing = /(^|\.)(data|readings|latest|time_to_live|times|counts)\.\{key\}$/;

const declared = ({ figures, otherNumbers }: Endpoint) => [
  ...(figures?.counts ?? []),
  ...(figures?.rates ?? []),
  ...Object.keys(otherNumbers ?? {}),
];

describe('numbers over several members', () => {
  const undeclared = endpoints.filter(isAboutSeveral).flatMap((endpoint) =>
    numbersIn(endpoint.response)
      .filter((place) => !ofOneThing.has(place.split('.').at(-1) ?? '') && !mapsOfOneThing.test(place))
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

  test('are told by calls alone that ask whom the caller may see', () => {
    expect(endpoints.filter((endpoint) => endpoint.figures && !isAboutSeveral(endpoint)).map(({ id }) => id)).toEqual([]);
  });
});
