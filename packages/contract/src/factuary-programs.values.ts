export { defaultExpiryDays, deliveryMinute } from '@vigil/domain/programs/delivery';
export {
  type InsightStatus,
  type ItemStatus,
  insightStatuses,
  type PledgeStatus,
  pledgeStatuses,
  type StepType,
  stepTypes,
} from '@vigil/domain/programs/life-cycles';
export { type MemberProgramStatus, memberProgramStatuses } from '@vigil/domain/programs/member-programs';
export { type ModuleStatus, moduleStatuses } from '@vigil/domain/programs/progress';

/** Kinds of programs. */
export const programTypes = ['regular'] as const;

/** Where a program is with its authors: written, open to be assigned, or no longer. */
export const catalogueStatuses = ['draft', 'live', 'outdated'] as const;
export type CatalogueStatus = (typeof catalogueStatuses)[number];

/** What is asked of a member's program. */
export const programOps = ['assign', 'cancel', 'restart'] as const;
export type ProgramOp = (typeof programOps)[number];

/** What came of it: done now, so already, or refused. */
export const programOpResults = ['done', 'unchanged', 'failed'] as const;

/** Programs on a page of the catalogue, and content on a page of a member's (specification 1§9). */
export const programsPerPage = { usual: 20, most: 100 } as const;
export const contentPerPage = { usual: 200, most: 200 } as const;

/** Characters. */
export const longestProgramName = 200;
export const longestProgramDescription = 2_000;
export const longestStepText = 4_000;
export const longestPledgeNote = 500;

/** What one program can have: more would be hundreds of deliveries to each member. */
export const mostModules = 20;
export const mostStepsInModule = 40;

/** The last day of a program on which something can be delivered, counted from 0. */
export const lastProgramDay = 364;
/** Days after which a step may expire, at most. */
export const longestExpiryDays = 365;
/** Days on which a pledge can ask to be kept, at most. */
export const mostPledgeTimes = 100;

/** Changes of one member's programs in one call. */
export const mostProgramChanges = 50;
/** Members in one call: each is answered for itself. */
export const mostMembersAtOnce = 500;

/** Bytes of a program as it is sent: every step as long as it can be would not fit, and no program is like that. */
export const programBodyBytes = 1024 * 1024;

/** Ratings of an insight, the worst first. */
export const ratings = [1, 2, 3, 4, 5] as const;
