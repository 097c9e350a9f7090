import '../messages.ts';
import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import type { Callee } from '#lib/calls/calls.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { Icon } from '#ui/icons.tsx';
import { isOnCall, useCalls } from '../use-calls.ts';

export interface CallButtonsProps {
  readonly callee: Callee;
  /** Why this person cannot be called; null where they can. */
  readonly blocked: string | null;
  /** With words beside the icons. */
  readonly inWords?: boolean;
  /** Without video, where there is little room. */
  readonly byVoiceAlone?: boolean;
}

/** Buttons that call somebody: by voice, and with video. */
export function CallButtons({ callee, blocked, inWords = false, byVoiceAlone = false }: CallButtonsProps) {
  const { t } = useTranslation('calls');
  const { act, ...state } = useCalls();
  const { name } = callee;
  const reason = blocked ?? (isOnCall(state) ? t('cannotCall.onCall') : null);
  const kinds = [
    { id: 'audioCall', icon: 'phone', isVideoCall: false },
    { id: 'videoCall', icon: 'camera', isVideoCall: true },
  ] as const;
  return kinds.slice(0, byVoiceAlone ? 1 : 2).map(({ id, icon, isVideoCall }) => {
    const label = t(`${id}To`, { name });
    const shared = {
      'aria-label': label,
      title: reason ?? label,
      disabled: reason !== null,
      onClick: () => act.dial(callee, isVideoCall),
    };
    return inWords ? (
      <Button key={id} {...shared} variant={isVideoCall ? 'outlined' : 'contained'} startIcon={<Icon name={icon} />}>
        {t(id)}
      </Button>
    ) : (
      <IconButton key={id} {...shared} icon={icon} label={label} />
    );
  });
}
