import { describe, expect, it } from 'vitest';
import type { Role } from '../roles.ts';
import { type actionCategories, actionCategoryIds, categoryOf, mayHandle } from './categories.ts';
import { endsAction, type InterventionOutcome } from './interventions.ts';
import { type ActionRole, actionRoles, actionRolesOf, assignmentOp, moveBetween } from './moves.ts';
import {
  type ActionStatus,
  type AskedStatus,
  classOf,
  completedStatuses,
  isLive,
  type MovedStatus,
  type Priority,
  type ShownStatus,
  shownStatus,
  statusesAsked,
} from './statuses.ts';
import { expiresAt } from './time-to-live.ts';

/** Written out by hand from the specification: every pair of the five roles, both ways. */
const moves: readonly [ActionRole, ActionRole, MovedStatus][] = [
  ['md', 'md', 'REASSIGNED'],
  ['md', 'nurse', 'DEESCALATED'],
  ['md', 'coach', 'DEESCALATED'],
  ['md', 'specialist', 'REASSIGNED'],
  ['md', 'support', 'REASSIGNED'],
  ['nurse', 'md', 'ESCALATED'],
  ['nurse', 'nurse', 'REASSIGNED'],
  ['nurse', 'coach', 'DEESCALATED'],
  ['nurse', 'specialist', 'REASSIGNED'],
  ['nurse', 'support', 'REASSIGNED'],
  ['coach', 'md', 'ESCALATED'],
  ['coach', 'nurse', 'ESCALATED'],
  ['coach', 'coach', 'REASSIGNED'],
  ['coach', 'specialist', 'REASSIGNED'],
  ['coach', 'support', 'REASSIGNED'],
  ['specialist', 'md', 'REASSIGNED'],
  ['specialist', 'nurse', 'REASSIGNED'],
  ['specialist', 'coach', 'REASSIGNED'],
  ['specialist', 'specialist', 'REASSIGNED'],
  ['specialist', 'support', 'REASSIGNED'],
  ['support', 'md', 'REASSIGNED'],
  ['support', 'nurse', 'REASSIGNED'],
  ['support', 'coach', 'REASSIGNED'],
  ['support', 'specialist', 'REASSIGNED'],
  ['support', 'support', 'REASSIGNED'],
];

describe('a move between roles', () => {
  it.each(moves)('from %s to %s is %s', (from, to, op) => expect(moveBetween(from, to)).toBe(op));
  it('has all 25 pairs in this table', () => {
    const pairs = actionRoles.flatMap((from) => actionRoles.map((to) => `${from} ${to}`));
    expect(moves.map(([from, to]) => `${from} ${to}`).sort()).toEqual(pairs.sort());
  });
  it.each<[string, string | null, ActionRole, ActionRole, string]>([
    ['taken by somebody of the role that it waits for: no move', null, 'nurse', 'nurse', 'ASSIGNED'],
    ['given to another role before anybody had it', null, 'nurse', 'md', 'ESCALATED'],
    ['from one nurse to another', 'somebody', 'nurse', 'nurse', 'REASSIGNED'],
  ])('%s', (_name, holder, role, to, op) => expect(assignmentOp({ holder, role }, to)).toBe(op));
  it.each<[readonly Role[], readonly ActionRole[]]>([
    [['clinician'], ['md']],
    [['clinician', 'coach'], ['coach']],
    [
      ['nurse', 'md'],
      ['nurse', 'md'],
    ],
    [['tenant_admin'], []],
    [['tenant_admin', 'clinician'], ['md']],
    [['observer'], []],
    [['observer', 'clinician'], []],
    [['patient'], []],
  ])('whoever is %j acts as %j', (held, own) => expect(actionRolesOf(held)).toEqual(own));
});

describe('categories', () => {
  it.each<[keyof typeof actionCategories, readonly ActionRole[], string]>([
    ['NEW_PATIENT', ['nurse', 'coach'], 'CONFIRMED'],
    ['BIOMETRICS', ['nurse', 'md'], 'INTERVENED'],
    ['PATIENT_FOLLOWUP', ['nurse', 'md', 'coach'], 'INTERVENED'],
    ['DATA_GAP', ['nurse', 'coach', 'support'], 'INTERVENED'],
    ['SURVEY', ['nurse', 'md', 'coach'], 'INTERVENED'],
  ])('%s is handled by %j and ends %s', (id, roles, ends) => {
    expect([categoryOf(id).roles, categoryOf(id).completedAs]).toEqual([roles, ends]);
  });
  it('each of them names who handles it and what COMPLETED is', () => {
    for (const id of actionCategoryIds) {
      expect(categoryOf(id).roles.length).toBeGreaterThan(0);
      expect(completedStatuses).toContain(categoryOf(id).completedAs);
    }
  });
  it.each<[string, ActionRole[], string | null, boolean]>([
    ['a role of the category', ['nurse'], null, true],
    ['another role', ['coach'], null, false],
    ['one of several roles', ['coach', 'md'], null, true],
    ['another role to whom it was given', ['specialist'], 'me', true],
    ['another role, given to somebody else', ['specialist'], 'other', false],
    ['no role', [], null, false],
  ])('%s', (_name, roles, assigneeId, may) => {
    expect(mayHandle({ category: 'BIOMETRICS', assigneeId }, { id: 'me', roles })).toBe(may);
  });
});

describe('statuses', () => {
  it.each<[Priority, string]>([
    ['CRITICAL', 'PRIORITY'],
    ['HIGH', 'PRIORITY'],
    ['MEDIUM', 'PRIORITY'],
    ['LOW', 'STANDARD'],
  ])('%s is of class %s', (priority, one) => expect(classOf(priority)).toBe(one));
  it.each<[ActionStatus, ActionStatus | null, ShownStatus<'BIOMETRICS'>]>([
    ['OPEN', null, { kind: 'status', status: 'OPEN' }],
    ['CLOSED', 'OPEN', { kind: 'status', status: 'CLOSED' }],
    ['EXPIRED', null, { kind: 'status', status: 'EXPIRED' }],
    ['INTERVENED', 'OPEN', { kind: 'category', category: 'BIOMETRICS' }],
    ['CONFIRMED', null, { kind: 'category', category: 'BIOMETRICS' }],
    ['ESCALATED', 'OPEN', { kind: 'moved', status: 'ESCALATED', original: 'OPEN' }],
    ['DEESCALATED', 'OPEN', { kind: 'moved', status: 'DEESCALATED', original: 'OPEN' }],
    ['REASSIGNED', null, { kind: 'moved', status: 'REASSIGNED', original: 'OPEN' }],
  ])('%s (before %s) is shown as it is specified', (status, statusOriginal, shown) => {
    expect(shownStatus({ category: 'BIOMETRICS', status, statusOriginal })).toEqual(shown);
    expect(isLive(status)).toBe(shown.kind === 'moved' || (shown.kind === 'status' && status === 'OPEN'));
  });
  it.each<[AskedStatus[], ActionStatus[]]>([
    [['COMPLETED'], ['INTERVENED', 'CONFIRMED']],
    [
      ['COMPLETED', 'CLOSED'],
      ['INTERVENED', 'CONFIRMED', 'CLOSED'],
    ],
    [
      ['INTERVENED', 'COMPLETED'],
      ['INTERVENED', 'CONFIRMED'],
    ],
    [['OPEN'], ['OPEN']],
  ])('%j asks for %j', (asked, meant) => expect(statusesAsked(asked)).toEqual(meant));
});

describe('time to live', () => {
  const hour = 3_600;
  it.each<[string, Partial<Parameters<typeof expiresAt>[0]>, number]>([
    ['CRITICAL a day', { priority: 'CRITICAL' }, 24 * hour],
    ['HIGH three days', { priority: 'HIGH' }, 72 * hour],
    ['MEDIUM a week', { priority: 'MEDIUM' }, 168 * hour],
    ['LOW two weeks', { priority: 'LOW' }, 336 * hour],
    ['what a rule sets comes first', { priority: 'CRITICAL', timeToLive: hour }, hour],
    ['a follow-up a week after its date', { priority: 'LOW', dueAt: 1_000_000 + 48 * hour }, (48 + 168) * hour],
    ['a follow-up whose date has passed a week from now', { priority: 'LOW', dueAt: 5 }, 168 * hour],
  ])('%s', (_name, over, after) => {
    expect(expiresAt({ priority: 'LOW', createdAt: 1_000_000, dueAt: null, timeToLive: null, ...over })).toBe(1_000_000 + after);
  });
});

describe('an intervention', () => {
  it.each<[InterventionOutcome, boolean]>([
    ['RESOLVED', true],
    ['IMPROVING', true],
    ['REFERRED', true],
    ['EXPECTED', true],
    ['KNOWN', true],
    ['ARTEFACT', true],
    ['NOT_REACHED', false],
  ])('with the outcome %s ends the action: %s', (outcome, ends) => expect(endsAction(outcome)).toBe(ends));
});
