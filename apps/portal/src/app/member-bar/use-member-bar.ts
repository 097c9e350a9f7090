import useMediaQuery from '@mui/material/useMediaQuery';
import { useRouteContext } from '@tanstack/react-router';
import { hasOwnPagesOnly } from '../gates.ts';

/** Whether the person's pages stand in a bar at the lower edge of the screen: those of a member, on a phone. */
export function useMemberBar(): boolean {
  const { gates } = useRouteContext({ from: '__root__' });
  const isPhone = useMediaQuery('(max-width: 599.95px)');
  return hasOwnPagesOnly(gates) && isPhone;
}
