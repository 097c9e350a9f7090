import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type AxisEnds, axisEnds } from '../view.ts';

interface AxesChoiceProps {
  readonly axes: AxisEnds;
  readonly onChoose: (axes: AxisEnds) => void;
}

/** How value axes end. In view and not in a menu: the same reading looks calm on one scale and alarming on the other. */
export function AxesChoice({ axes, onChoose }: AxesChoiceProps): ReactNode {
  const { t } = useTranslation('patientData');
  return (
    <ToggleButtonGroup
      exclusive
      size="small"
      aria-label={t('axes.label')}
      value={axes}
      onChange={(_, chosen: AxisEnds | null) => chosen !== null && onChoose(chosen)}
    >
      {axisEnds.map((ends) => (
        <ToggleButton key={ends} value={ends} title={t(`axes.${ends}Help`)}>
          {t(`axes.${ends}`)}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}
