import IconButton from '@mui/material/IconButton';
import { chatFileTypes } from '@vigil/contract/blob.values';
import { useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '#ui/icons.tsx';

/** What the browser offers first; what a file is, is judged by what it holds. */
const accepted = [
  ...Object.keys(chatFileTypes),
  ...Object.values(chatFileTypes).flatMap(({ extensions }) => extensions.map((one) => `.${one}`)),
].join(',');
/** A device that is held in the hand has a camera to point at something. */
const isHandheld = (): boolean => globalThis.matchMedia?.('(pointer: coarse)').matches ?? false;

interface AttachButtonsProps {
  readonly disabled: boolean;
  readonly onFiles: (files: Iterable<File>) => void;
}

/** Files from the device, and on a phone a picture taken now. */
export function AttachButtons({ disabled, onFiles }: AttachButtonsProps) {
  const { t } = useTranslation('chat');
  const hint = useId();
  return (
    <>
      <Choose
        icon="clip"
        label={t('attach.add')}
        hintId={hint}
        disabled={disabled}
        onFiles={onFiles}
        input={{ multiple: true, accept: accepted }}
      />
      <span id={hint} hidden>
        {t('attach.hint')}
      </span>
      {isHandheld() && (
        <Choose
          icon="photo"
          label={t('attach.camera')}
          hintId={hint}
          disabled={disabled}
          onFiles={onFiles}
          input={{ accept: 'image/*', capture: 'environment' }}
        />
      )}
    </>
  );
}

interface ChooseProps extends AttachButtonsProps {
  readonly icon: 'clip' | 'photo';
  readonly label: string;
  readonly hintId: string;
  readonly input: { readonly accept: string; readonly multiple?: boolean; readonly capture?: 'environment' };
}

function Choose({ icon, label, hintId, disabled, onFiles, input }: ChooseProps) {
  const chooser = useRef<HTMLInputElement>(null);
  return (
    <>
      <IconButton aria-label={label} aria-describedby={hintId} title={label} disabled={disabled} onClick={() => chooser.current?.click()}>
        <Icon name={icon} size={18} />
      </IconButton>
      <input
        {...input}
        ref={chooser}
        hidden
        type="file"
        data-chooser={icon}
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])]);
          // The same file can be chosen again after it was taken out.
          target.value = '';
        }}
      />
    </>
  );
}
