import { columnIds, factsOf } from './columns.ts';

/** What the columns on screen are called in the file: a column that shows two things at once becomes two. */
export function fileColumns(shown: readonly { readonly id: string }[]): readonly string[] {
  return [...new Set(shown.flatMap(({ id }) => fileColumnsOf(id)))];
}

function fileColumnsOf(id: string): readonly string[] {
  switch (id) {
    case 'member':
      return ['member', 'status'];
    case 'ageSex':
      return ['age', 'gender'];
    case 'band':
      return ['band_status', 'battery'];
    default: {
      const column = columnIds.find((one) => one === id);
      return column ? factsOf([column]) : [id];
    }
  }
}
