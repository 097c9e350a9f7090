import { describe, expect, it } from 'vitest';
import { type AccountStatus, type Membership, memberSince, memberStatus, staffStatus } from './account-status.ts';
import { type BandState, bandState, bandStateLabels, bandStateOfReportCode, bandStateOfTickCode } from './band-state.ts';
import { type SyncState, syncState } from './band-sync.ts';

const account = (overrides: Partial<Membership> = {}): Membership => ({
  isInTheTenant: true,
  isOnHold: false,
  createdAt: 1000,
  onboardedAt: null,
  firstBandSyncAt: null,
  ...overrides,
});

describe('member-since', () => {
  it.each<[string, Partial<Membership>, number | null]>([
    ['nobody without a sign of life', {}, null],
    ['creation, when onboarded later', { onboardedAt: 2000 }, 1000],
    ['creation, when the band synced later', { firstBandSyncAt: 3000 }, 1000],
    ['the band sync, when it came before the account', { firstBandSyncAt: 500 }, 500],
    ['the onboarding, when it came before the account', { onboardedAt: 700, firstBandSyncAt: 3000 }, 700],
    ['the earliest of all', { onboardedAt: 700, firstBandSyncAt: 500 }, 500],
  ])('%s', (_, overrides, since) => expect(memberSince(account(overrides))).toBe(since));
});

describe('account status of a member', () => {
  it.each<[string, Partial<Membership>, AccountStatus | null]>([
    ['not in the tenant: discharged', { isInTheTenant: false, firstBandSyncAt: 500 }, 'DISCHARGED'],
    ['not in the tenant and on hold: discharged', { isInTheTenant: false, isOnHold: true }, 'DISCHARGED'],
    ['on hold: holding', { isOnHold: true }, 'HOLDING'],
    ['on hold with a band sync: holding', { isOnHold: true, firstBandSyncAt: 500 }, 'HOLDING'],
    ['with a band sync: active', { firstBandSyncAt: 500 }, 'ACTIVE'],
    ['onboarded: active', { onboardedAt: 2000 }, 'ACTIVE'],
    ['without a sign of life: created', {}, 'CREATED'],
    ['not known to be in the tenant: no status', { isInTheTenant: null, firstBandSyncAt: 500 }, null],
    ['not known to be in the tenant, on hold: no status', { isInTheTenant: null, isOnHold: true }, null],
    ['removed: removed, whatever else', { removedAt: 9000, isInTheTenant: false, isOnHold: true, firstBandSyncAt: 500 }, 'REMOVED'],
    ['removed and not known to be in the tenant: removed', { removedAt: 9000, isInTheTenant: null }, 'REMOVED'],
    ['switched off: inactive, also on hold', { deactivatedAt: 9000, isOnHold: true }, 'INACTIVE'],
    ['switched off and not in the tenant: discharged', { deactivatedAt: 9000, isInTheTenant: false }, 'DISCHARGED'],
  ])('%s', (_, overrides, status) => expect(memberStatus(account(overrides))).toBe(status));
});

describe('account status of staff', () => {
  it.each<[string, boolean | null, boolean, AccountStatus | null]>([
    ['in the tenant: active', true, false, 'ACTIVE'],
    ['on hold: holding', true, true, 'HOLDING'],
    ['not in the tenant: discharged', false, false, 'DISCHARGED'],
    ['unknown: none', null, false, null],
  ])('%s', (_, isInTheTenant, isOnHold, status) => expect(staffStatus({ isInTheTenant, isOnHold })).toBe(status));
});

describe('band state', () => {
  const codes = [0, 1, 2, 3, null, undefined, 0.5];
  it.each<[string, (code: number | null | undefined) => BandState, BandState[]]>([
    ['canonical', bandState, ['wearing', 'removed', 'charging', 'unknown', 'unknown', 'unknown', 'unknown']],
    ['tick codes', bandStateOfTickCode, ['unknown', 'removed', 'charging', 'wearing', 'unknown', 'unknown', 'unknown']],
    ['report codes', bandStateOfReportCode, ['unknown', 'wearing', 'removed', 'charging', 'unknown', 'unknown', 'unknown']],
  ])('%s map of 0, 1, 2, 3, none', (_, decode, states) => expect(codes.map(decode)).toEqual(states));

  it('has the words of the specification', () =>
    expect(Object.values(bandStateLabels)).toEqual(['Band on wrist', 'Band off wrist', 'Band charging', 'Band status unknown']));
});

describe('band sync', () => {
  const utc = (text: string) => Date.parse(text) / 1000;
  it.each<[string, string | null, string, string | null, SyncState]>([
    ['never synced', null, '2026-01-15T12:00:00Z', 'UTC', 'never'],
    ['a minute ago', '2026-01-15T11:59:00Z', '2026-01-15T12:00:00Z', 'UTC', 'fresh'],
    ['24 h ago to the second', '2026-01-14T12:00:00Z', '2026-01-15T12:00:00Z', 'UTC', 'fresh'],
    ['a second longer', '2026-01-14T11:59:59Z', '2026-01-15T12:00:00Z', 'UTC', 'stale'],
    ['yesterday within 24 h', '2026-01-14T23:00:00Z', '2026-01-15T12:00:00Z', 'UTC', 'fresh'],
    [
      'under 24 h, but two calendar days ago over the lost hour',
      '2026-03-08T07:50:00Z',
      '2026-03-09T07:10:00Z',
      'America/Los_Angeles',
      'stale',
    ],
    ['the same in the default zone', '2026-03-08T07:50:00Z', '2026-03-09T07:10:00Z', null, 'stale'],
    ['the same moments in UTC', '2026-03-08T07:50:00Z', '2026-03-09T07:10:00Z', 'UTC', 'fresh'],
  ])('%s', (_, last, now, zone, state) => expect(syncState(last === null ? null : utc(last), utc(now), zone)).toBe(state));
});
