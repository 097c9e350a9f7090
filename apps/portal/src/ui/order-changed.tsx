import './list/messages.ts';
import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { Icon } from './icons.tsx';

interface OrderChangedProps {
  readonly changed: boolean;
  readonly onUpdate: () => void;
}

/**
 * Offers the order that the server answers by now. It comes by itself, while somebody reads or presses a row: where it stands, its
 * room is kept, so that nothing moves under a hand.
 */
export function OrderChanged({ changed, onUpdate }: OrderChangedProps) {
  const { t } = useTranslation('list');
  return (
    <span role="status">
      {changed && (
        <Button variant="outlined" color="inherit" startIcon={<Icon name="swap" />} title={t('orderChangedHelp')} onClick={onUpdate}>
          {t('orderChanged')}
        </Button>
      )}
    </span>
  );
}
