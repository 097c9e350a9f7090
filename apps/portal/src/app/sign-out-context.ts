import { createContext } from 'react';

/** Signs the person out; given by the main app. */
export const SignOutContext = createContext<() => void>(() => {
  throw new Error('Nobody is signed in here');
});
