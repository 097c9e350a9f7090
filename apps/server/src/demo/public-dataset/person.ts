import { join } from 'node:path';
import type { UserRow } from '../demo.store.ts';
import { demoId } from '../people.ts';

/** Clock times of the data set name no zone; its weight log counts them as UTC, and so do we. */
export const publicDatasetZone = 'UTC';
export const publicDatasetFile = join(import.meta.dirname, 'fitbit-4558609924.csv.gz');

const began = new Date('2016-04-01T00:00:00Z');

/** A person of a published data set: known by a number only, with readings of April and May 2016. */
export const publicDatasetUser: UserRow = {
  id: demoId('public-dataset 4558609924'),
  roles: ['patient'],
  given_name: 'Public dataset',
  family_name: '4558609924',
  email: null,
  time_zone: publicDatasetZone,
  created_at: began,
  onboarded_at: began,
  last_status_at: began,
  data_origin: 'public-dataset',
  data_attribution:
    'FitBit Fitness Tracker Data by Möbius (Kaggle, arashnic/fitbit), CC0 1.0. One participant of 2016; heart rate as minute means.',
};
