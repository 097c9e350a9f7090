import { columnsReader } from '../tables/columns.ts';
import { notKept, type Table } from '../tables/table.ts';
import { tableFormat } from '../tables/table-format.ts';

const [person, when] = ['participant', 'time(sec)'] as const;

const labels: Table = {
  name: 'Improved_All_Combined_hr_rsp_binary',
  headings: [person, 'hr', 'respr', when, 'label'],
  person,
  open: (opened) =>
    columnsReader(
      {
        when,
        columns: {
          hr: { metric: 'heart_rate', ucum: '/min' },
          respr: { metric: 'resp_rate', ucum: '/min' },
          label: { skip: notKept('which task of the study was under way') },
        },
      },
      opened,
    ),
};

/** The Stress-Predict study's table of pulse and breathing, a line a second, for all of its participants. */
export const stressPredict = tableFormat({ id: 'stress-predict', name: 'Stress-Predict pulse and breathing', tables: [labels] });
