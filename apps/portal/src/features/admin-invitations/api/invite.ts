import { registry, userAdmin } from '@vigil/contract';
import { useEndpointMutation } from '#lib/endpoint-query.ts';

/** Makes somebody's account; whoever asks shows the failure. */
export const useInvite = () =>
  useEndpointMutation(userAdmin.inviteUser, { touches: [userAdmin.listOnboarding, registry.listUsers, userAdmin.listOutbox], quiet: true });

/** Sends a member their link. */
export const useResendToMember = () =>
  useEndpointMutation(userAdmin.resendToMember, { touches: [userAdmin.listOnboarding, userAdmin.listOutbox], quiet: true });

/** Sends somebody of the staff their link. */
export const useResendToStaff = () =>
  useEndpointMutation(userAdmin.resendToStaff, { touches: [userAdmin.listOnboarding, userAdmin.listOutbox], quiet: true });
