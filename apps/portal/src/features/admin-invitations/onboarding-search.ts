import { lastPageNumber, longestSearchText, pageSizes } from '@vigil/contract/paging.values';
import { onboardingStages } from '@vigil/contract/user-admin.values';
import * as z from 'zod/mini';

/** What the address of the onboarding accounts holds; without a stage everybody who has not arrived. */
export const onboardingSearch = z.object({
  page: z._default(z.catch(z.int().check(z.gte(1), z.lte(lastPageNumber)), 1), 1),
  size: z._default(z.catch(z.literal(pageSizes), pageSizes[0]), pageSizes[0]),
  stage: z._default(z.catch(z.enum(['', ...onboardingStages]), ''), ''),
  q: z._default(z.catch(z.string().check(z.maxLength(longestSearchText)), ''), ''),
});
export type OnboardingSearch = z.output<typeof onboardingSearch>;
