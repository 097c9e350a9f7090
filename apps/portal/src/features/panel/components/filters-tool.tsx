import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { type Measure, measureOf } from '@vigil/domain/facts/measures';
import type { Units } from '@vigil/domain/units/unit-system';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { wordsOf } from '#lib/list-search.ts';
import { Icon } from '#ui/icons.tsx';
import { cliniciansQuery } from '../api/clinicians.ts';
import { columnIds, factsOf } from '../columns.ts';
import { type PanelControl, readNarrowed, writeNarrowed } from '../use-panel.ts';
import { FilterChips } from './filter-chips.tsx';
import { PanelFilters } from './panel-filters.tsx';

interface ToolProps {
  readonly control: PanelControl;
  readonly units: Units;
}

/** Opens the filters. */
export function FiltersTool({ control, units }: ToolProps) {
  const { t } = useTranslation('panel');
  const [isOpen, setOpen] = useState(false);
  const { search, change } = control.list;
  const narrowed = readNarrowed(search);
  return (
    <>
      <Button
        variant="outlined"
        color="inherit"
        startIcon={<Icon name="filter" />}
        aria-haspopup="dialog"
        disabled={!control.shown}
        onClick={() => setOpen(true)}
      >
        {t('filters')}
      </Button>
      {isOpen && (
        <PanelFilters
          {...narrowed}
          measures={filterable(control, narrowed.filters)}
          units={units}
          onApply={(next) => {
            setOpen(false);
            change(writeNarrowed(next));
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

/** The measures on screen, and those that are filtered by already. */
function filterable({ shown, list }: PanelControl, filters: ReturnType<typeof readNarrowed>['filters']): readonly Measure[] {
  const onScreen = shown?.measures ?? factsOf(wordsOf(list.search.columns, columnIds)).flatMap((id) => measureOf(id) ?? []);
  return [...new Map([...onScreen, ...filters.map(({ measure }) => measure)].map((measure) => [measure.id, measure])).values()];
}

/** What narrows the list, each taken away by itself. */
export function ShownFilters({ control, units }: ToolProps) {
  const { search, change } = control.list;
  const narrowed = readNarrowed(search);
  const isNamed = narrowed.clinician !== '' && narrowed.clinician !== 'me';
  const clinicians = useQuery({ ...cliniciansQuery, enabled: isNamed }).data?.content ?? [];
  const clinician = clinicians.find(({ id }) => id === narrowed.clinician);
  return (
    <FilterChips
      {...narrowed}
      units={units}
      clinicianName={clinician ? `${clinician.firstName} ${clinician.lastName}` : null}
      onChange={(less) => change(writeNarrowed(less))}
    />
  );
}
