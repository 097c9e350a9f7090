import Button from '@mui/material/Button';
import { blob, registry } from '@vigil/contract';
import type { PicturePurpose } from '@vigil/contract/blob.values';
import { ApiError } from '@vigil/contract/client';
import type { UserAccount } from '@vigil/contract/registry.contract';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useEndpointMutation } from '#lib/endpoint-query.ts';
import { mayHaveHappened } from '#lib/failures.ts';
import { isFile, useFile } from '#lib/file.ts';
import { loadWithRetries } from '#lib/load-with-retries.ts';
import { sizeLabel } from '#lib/size-label.ts';
import { Avatar } from '#ui/avatar.tsx';
import styles from '../account.module.css';
import { type CropArea, cropped, mostChosenBytes, openPicture } from '../crop.ts';

const CropDialog = lazy(async () => ({ default: (await loadWithRetries(() => import('./crop-dialog.tsx'))).CropDialog }));

export function Pictures({ account }: { readonly account: UserAccount }) {
  const { t } = useTranslation('account');
  const { firstName, lastName, photoUrl, signUrl } = account.personalInfo;
  return (
    <section className={styles.card} aria-labelledby="account-pictures">
      <h2 id="account-pictures">{t('pictures')}</h2>
      <div className={styles.pictures}>
        <Picture account={account} purpose="photo" address={photoUrl}>
          <Avatar name={`${firstName} ${lastName}`} photoUrl={photoUrl} size={72} />
        </Picture>
        <Picture account={account} purpose="signature" address={signUrl}>
          <Signature address={signUrl} />
        </Picture>
      </div>
    </section>
  );
}

function Signature({ address }: { readonly address: string | null }) {
  const { t } = useTranslation('account');
  const { url, failed, readAgain } = useFile(address);
  if (address === null) return <span className={styles.empty}>{t('none')}</span>;
  if (url) return <img className={styles.signature} src={url} alt={t('signature')} />;
  if (!isFile(address)) return <span className={styles.empty}>{t('notShown')}</span>;
  if (!failed)
    return (
      <span className={styles.empty} aria-busy="true">
        {t('loading')}
      </span>
    );
  return (
    <span className={styles.empty}>
      {t('notShown')}
      <Button color="inherit" onClick={readAgain}>
        {t('retry')}
      </Button>
    </span>
  );
}

interface PictureProps {
  readonly account: UserAccount;
  readonly purpose: PicturePurpose;
  readonly address: string | null;
  readonly children: React.ReactNode;
}

/** One picture of the account: chosen, cropped, sent; or removed. */
function Picture({ account, purpose, address, children }: PictureProps) {
  const { t, i18n } = useTranslation('account');
  const chooser = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState<string | null>(null);
  /** Cropped, and refused or lost on its way: it is sent again without being chosen and cropped anew. */
  const [unsent, setUnsent] = useState<Uint8Array<ArrayBuffer> | null>(null);
  const [told, setTold] = useState<{ readonly text: string; readonly failure: boolean } | null>(null);
  const { tenantId, id: userId } = account;
  const upload = useEndpointMutation(blob.uploadFile, { touches: [registry.getUser], quiet: true });
  const removal = useEndpointMutation(blob.removeFile, { touches: [registry.getUser], quiet: true });
  const busy = upload.isPending || removal.isPending;
  useEffect(() => () => void (chosen && URL.revokeObjectURL(chosen)), [chosen]);

  async function choose(file: File) {
    setTold(null);
    setUnsent(null);
    if (file.size > mostChosenBytes) {
      const [size, most] = [file.size, mostChosenBytes].map((bytes) => sizeLabel(bytes, i18n.language));
      return setTold({ text: t('tooLarge', { size, most }), failure: true });
    }
    await openPicture(file).then(setChosen, () => setTold({ text: t('unreadable'), failure: true }));
  }
  async function during(work: () => Promise<unknown>, done: string) {
    setTold(null);
    try {
      await work();
      setTold({ text: done, failure: false });
    } catch (reason) {
      console.error('A picture could not be changed', reason);
      // Nobody can say that nothing was changed; what is stored now is asked for, and stands above.
      const isUnknown = reason instanceof ApiError && mayHaveHappened(reason);
      setTold({ text: t(isUnknown ? 'uploadUnknown' : 'uploadFailed', { reason: (reason as Error).message }), failure: true });
    }
  }
  const send = async (body: Uint8Array<ArrayBuffer>) => {
    setUnsent(body);
    await upload.mutateAsync({ params: { tenantId, userId }, query: { path: 'profile', overwrite: 'true', kind: purpose }, body });
    setUnsent(null);
  };
  const use = (url: string, area: CropArea) =>
    during(async () => {
      setChosen(null);
      await send(await cropped(url, area, purpose));
    }, t('uploaded'));
  const fileId = address?.split('/').at(-1);

  return (
    <div className={styles.picture}>
      <h3>{t(purpose)}</h3>
      <div className={styles.shown}>{children}</div>
      <p className={styles.help}>{t(purpose === 'photo' ? 'photoHelp' : 'signatureHelp')}</p>
      <div className={styles.bar}>
        <Button variant="outlined" color="inherit" disabled={busy} onClick={() => chooser.current?.click()}>
          {upload.isPending ? t('uploading') : t(address ? 'replace' : 'choose')}
        </Button>
        {unsent && !busy && (
          <Button variant="contained" onClick={() => void during(() => send(unsent), t('uploaded'))}>
            {t('uploadAgain')}
          </Button>
        )}
        {fileId && (
          <Button
            color="inherit"
            disabled={busy}
            onClick={() => void during(() => removal.mutateAsync({ params: { tenantId, userId, fileId } }), t('removed'))}
          >
            {t('remove')}
          </Button>
        )}
      </div>
      <input
        ref={chooser}
        type="file"
        accept="image/*"
        hidden
        aria-label={t(purpose)}
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          event.target.value = '';
          if (file) void choose(file);
        }}
      />
      <p role={told?.failure ? 'alert' : 'status'} className={told?.failure ? styles.failed : styles.told}>
        {told?.text}
      </p>
      {chosen && (
        <Suspense fallback={null}>
          <CropDialog purpose={purpose} url={chosen} onUse={(area) => void use(chosen, area)} onCancel={() => setChosen(null)} />
        </Suspense>
      )}
    </div>
  );
}
