import { lazy, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfigurationErrorScreen, LoadFailedScreen, NoPermissionScreen, UnavailableScreen } from '#features/sign-in/refusal-screens.tsx';
import { SelectTenantScreen } from '#features/sign-in/select-tenant-screen.tsx';
import { SignInScreen } from '#features/sign-in/sign-in-screen.tsx';
import { configuration } from '#lib/configuration.ts';
import { loadWithRetries } from '#lib/load-with-retries.ts';
import type { Identity } from '#lib/session/identity.ts';
import { session } from '#lib/session/session.ts';
import { signedInHint, signOut } from '#lib/session/sign-out.ts';
import { useStore } from '#lib/store.ts';
import { Catch } from '#ui/catch.tsx';
import { Loader } from '#ui/loader.tsx';
import { openTenant, type Stage } from './start-up-flow.ts';
import { tenantLabel } from './tenant-choice.ts';
import { useRetries } from './use-retries.ts';

const loadMainApp = () => import('../main-app.tsx');
const WelcomeScreen = lazy(async () => ({
  default: (await loadWithRetries(() => import('#features/welcome/welcome-screen.tsx'))).WelcomeScreen,
}));
const MainApp = lazy(async () => ({ default: (await loadWithRetries(loadMainApp)).MainApp }));

/** Shows the stage that the start-up has reached, and the main app once there is a session. */
export function StartUp({ begin }: { readonly begin: () => Promise<Stage> }) {
  const { t } = useTranslation('signIn');
  const [stage, setStage] = useState<Stage>({ kind: 'loading' });
  const config = useStore(configuration);
  const banner = config?.app.alert_banner_message || undefined;

  const { tryNow, underWay } = useRetries('retry' in stage ? stage.retry : null, setStage);

  useEffect(() => {
    // The session very likely still stands: the main app is on its way while it is asked for.
    if (localStorage.getItem(signedInHint) !== null) void loadMainApp().catch(() => undefined);
    void begin().then(setStage);
  }, [begin]);

  switch (stage.kind) {
    case 'loading':
      return <Loader label={t('loading')} />;
    case 'configuration-error':
      return <ConfigurationErrorScreen detail={stage.detail} />;
    case 'unavailable':
      return <UnavailableScreen signedIn={stage.signedIn} trying={underWay} onTryAgain={tryNow} />;
    case 'sign-in':
      return <SignIn {...stage} banner={banner} />;
    case 'no-permission':
      return <NoPermissionScreen banner={banner} onSignIn={() => signOut(stage.identity)} />;
    case 'choose-tenant':
      return (
        <SelectTenantScreen
          banner={banner}
          options={stage.choices.map((choice) => ({ id: choice.tenantUuid, label: tenantLabel(choice) }))}
          onSignOut={() => signOut(stage.identity)}
          onSelect={async (id) => {
            const choice = stage.choices.find((each) => each.tenantUuid === id);
            if (choice) setStage(await openTenant(stage.identity, stage.userId, choice, true));
          }}
        />
      );
    case 'welcome':
      return (
        <Catch path="" fallback={<LoadFailedScreen />}>
          <Suspense fallback={<Loader label={t('loading')} />}>
            <WelcomeScreen welcome={config?.welcome ?? null} />
          </Suspense>
        </Catch>
      );
    case 'ready':
      return (
        <Catch path="" fallback={<LoadFailedScreen />}>
          <Suspense fallback={<Loader label={t('loading')} />}>
            <Ready identity={stage.identity} />
          </Suspense>
        </Catch>
      );
  }
}

function Ready({ identity }: { readonly identity: Identity }) {
  const { t } = useTranslation('signIn');
  const current = useStore(session);
  return current ? <MainApp identity={identity} session={current} /> : <Loader label={t('loading')} />;
}

function SignIn({ identity, notice, banner }: Extract<Stage, { kind: 'sign-in' }> & { banner: string | undefined }) {
  const config = useStore(configuration);
  useEffect(() => {
    // The button works by now; what comes after signing in is fetched while the person reads.
    const idle = setTimeout(() => void loadMainApp().catch(() => undefined), 1500);
    return () => clearTimeout(idle);
  }, []);
  const tenant = config?.tenant.name;
  const accounts = config?.demo?.accounts.filter((account) => !tenant || account.tenant === tenant) ?? [];
  return (
    <SignInScreen
      notice={notice}
      banner={banner}
      providerHost={new URL(config?.identity.authority ?? location.href).host}
      demo={config?.demo && { password: config.demo.password, accounts }}
      // After idling the provider asks for the password, although its own session may still stand.
      onSignIn={(loginHint) => identity.signIn(location.pathname + location.search, { loginHint, askAgain: notice === 'idle' })}
    />
  );
}
