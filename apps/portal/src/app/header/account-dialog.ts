import { lazyComponent } from '../screen.ts';

/** One's own account over whatever page is open. */
export const AccountDialog = lazyComponent<{ onClose: () => void }>(() =>
  import('#features/account/account-dialog.tsx').then((module) => module.AccountDialog),
);
