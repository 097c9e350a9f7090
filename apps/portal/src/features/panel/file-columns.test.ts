import { metricUnits } from '@vigil/domain/units/testing/units';
import '#ui/messages.ts';
import './messages.ts';
import { isFileColumn, mostAskedMeasures } from '@vigil/contract/events-processor.values';
import { measureOf } from '@vigil/domain/facts/measures';
import { expect, test } from 'vitest';
import { i18next } from '#lib/i18n.ts';
import { columnIds } from './columns.ts';
import { fileColumns } from './file-columns.ts';
import { measureColumns } from './measure-columns.tsx';
import { type PanelShown, panelColumns } from './panel-columns.tsx';

const shown: PanelShown = {
  ...{ measures: columnIds, units: metricUnits, now: 0, withMrn: true, withAges: false, withOrigin: true, withoutTrends: false },
  t: i18next.getFixedT('en', ['panel', 'ui'] as const),
};

test('the file of the built-in panel has what its columns show', () => {
  expect(fileColumns(panelColumns({ ...shown, measures: ['heart_rate', 'blood_pressure'] }))).toEqual([
    ...['member', 'status', 'attention', 'age', 'gender', 'mrn'],
    ...['heart_rate', 'systolic', 'diastolic', 'band_status', 'battery', 'lastSync'],
  ]);
});

test('that of a panel by measure has its measures, under the same names', () => {
  const measures = ['weight', 'age', 'e_asthma', 'band_status'].flatMap((id) => measureOf(id) ?? []);
  expect(fileColumns(measureColumns(measures, shown))).toEqual(['member', 'status', 'weight', 'age', 'e_asthma', 'band_status']);
});

test('every column that can be on screen is one that the server writes', () => {
  const all = fileColumns(panelColumns(shown));
  expect(all.filter((column) => !isFileColumn(column))).toEqual([]);
  expect(all.length).toBeLessThanOrEqual(mostAskedMeasures);
});
