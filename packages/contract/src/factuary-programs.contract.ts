import * as z from 'zod';
import { access } from './access.ts';
import { endpoint } from './endpoint.ts';
import {
  insightDoing,
  newProgram,
  pledgeDoing,
  pledgeReport,
  programChanges,
  programDraft,
  programForMembers,
  publication,
} from './factuary-programs.forms.ts';
import {
  authoredProgram,
  contentPage,
  program,
  programAggregations,
  programModule,
  userInsight,
  userPledge,
} from './factuary-programs.shapes.ts';
import {
  contentPerPage,
  insightStatuses,
  pledgeStatuses,
  programBodyBytes,
  programOpResults,
  programOps,
  programsPerPage,
  programTypes,
} from './factuary-programs.values.ts';
import { commaList, id, pageNumber } from './shapes.ts';

const v1 = '/factuary/api/v1';
const v2 = '/factuary/api/v2';
const service = 'factuary';
const tenants = commaList(id).optional().meta({ description: 'The tenant of the request; any other is not found' });
const perPage = ({ usual, most }: { usual: number; most: number }) => z.coerce.number().int().min(1).max(most).default(usual);
const member = z.object({ id });
const item = z.object({ id, itemId: id });
const failed = z.object({ code: z.string(), message: z.string() }).nullable();
const result = { op: z.enum(programOps), result: z.enum(programOpResults), error: failed };

export const filterPrograms = endpoint({
  id: 'factuaryPrograms.filterPrograms',
  service,
  method: 'GET',
  path: `${v2}/programs/filter`,
  summary: 'The catalogue of programs, by name, a page at a time from 0: those that can be assigned, drafts, or outdated ones',
  access: access.clinicalStaff(),
  query: z.object({
    status: z.enum(['live', 'draft']).default('live'),
    type: z.enum(programTypes).default('regular'),
    outdated: z.enum(['no', 'yes']).default('no'),
    page: pageNumber,
    per_page: perPage(programsPerPage),
    tenants,
  }),
  otherNumbers: { total: 'Programs.' },
  response: z.object({ all: z.array(program), nextPage: z.number().int().nullable(), total: z.number().int() }),
  errors: ['not_found'],
});

export const getModule = endpoint({
  id: 'factuaryPrograms.getModule',
  service,
  method: 'GET',
  path: `${v2}/modules/{moduleId}`,
  summary: 'One module of one version of a program, with its steps',
  access: access.clinicalStaff(),
  params: z.object({ moduleId: id }),
  query: z.object({ tenants }),
  response: programModule,
  errors: ['not_found'],
});

export const getProgram = endpoint({
  id: 'factuaryPrograms.getProgram',
  service,
  method: 'GET',
  path: `${v2}/programs/{id}`,
  summary: 'A program as its authors have it: what is live, the draft, and the revision that a change has to name',
  access: access.clinicalStaff(),
  params: z.object({ id }),
  figures: { counts: ['members'], membersSeenBy: 'clinical staff' },
  response: authoredProgram,
  errors: ['not_found'],
});

export const postProgram = endpoint({
  id: 'factuaryPrograms.postProgram',
  service,
  method: 'POST',
  path: `${v2}/programs`,
  summary: 'Write a program: a draft that nobody is assigned to. Sent again with the same id it is stored once',
  access: access.writeForTenant(),
  body: newProgram,
  bodyLimitBytes: programBodyBytes,
  figures: { counts: ['members'], membersSeenBy: 'clinical staff' },
  response: authoredProgram,
  errors: ['conflict'],
});

export const putProgram = endpoint({
  id: 'factuaryPrograms.putProgram',
  service,
  method: 'PUT',
  path: `${v2}/programs`,
  summary: 'Save the draft of a program, or begin one beside what is live. A revision that is no longer the last is a conflict',
  access: access.writeForTenant(),
  body: programDraft,
  bodyLimitBytes: programBodyBytes,
  figures: { counts: ['members'], membersSeenBy: 'clinical staff' },
  response: authoredProgram,
  errors: ['not_found', 'conflict'],
});

export const publishProgram = endpoint({
  id: 'factuaryPrograms.publishProgram',
  service,
  method: 'POST',
  path: `${v2}/programs/{id}/publish`,
  summary: 'Publish the draft, take the program out of the catalogue, or discard the draft. Members keep the version that they began',
  access: access.writeForTenant(),
  params: z.object({ id }),
  body: publication,
  figures: { counts: ['members'], membersSeenBy: 'clinical staff' },
  response: authoredProgram,
  errors: ['not_found', 'conflict'],
});

export const patchUserPrograms = endpoint({
  id: 'factuaryPrograms.patchUserPrograms',
  service,
  method: 'PATCH',
  path: `${v2}/users/{id}/programs`,
  summary: 'Assign, cancel or begin anew programs of a member; each change is answered for itself, and made again changes nothing',
  access: access.writeAboutMember('id'),
  params: member,
  body: programChanges,
  response: z.array(z.object({ ...result, program_id: id })),
});

export const assignProgram = endpoint({
  id: 'factuaryPrograms.assignProgram',
  service,
  method: 'POST',
  path: `${v2}/programs/{id}/assignments`,
  summary:
    'Assign or cancel a program for many members, or those of a cohort now; each is answered for itself, and made again it changes nothing',
  access: access.writeAboutMemberInBody({
    found: 'Members, or whoever is in a cohort, each answered for alone.',
    orNobody: true,
    eachAlone: true,
  }),
  params: z.object({ id }),
  body: programForMembers,
  response: z.array(z.object({ ...result, user_id: id })),
  errors: ['not_found', 'conflict'],
});

export const getUserPrograms = endpoint({
  id: 'factuaryPrograms.getUserPrograms',
  service,
  method: 'GET',
  path: `${v2}/users/{id}/programs/detail`,
  summary:
    'Programs of a member with modules, steps and progress: no canceled ones, and no finished one beside an active one of the same title',
  access: access.readMember('id'),
  params: member,
  response: z.object({ assigned: z.array(program) }),
});

export const getUserProgramAggregations = endpoint({
  id: 'factuaryPrograms.getUserProgramAggregations',
  service,
  method: 'GET',
  path: `${v2}/users/{id}/programs/aggregations`,
  summary: 'How far a member is with each program',
  access: access.readMember('id'),
  params: member,
  response: z.array(
    z.object({
      ...program.pick({ title: true, status: true, started_at: true, ended_at: true }).shape,
      program_id: id,
      aggregations: programAggregations,
    }),
  ),
});

export const getUserPledges = endpoint({
  id: 'factuaryPrograms.getUserPledges',
  service,
  method: 'GET',
  path: `${v1}/users/{id}/userpledges`,
  summary: 'Pledges of a member, the newest first, a page at a time from 0. The member sees those that were delivered',
  access: access.readMember('id'),
  params: member,
  query: z.object({ per_page: perPage(contentPerPage), status: commaList(z.enum(pledgeStatuses)).optional(), page: pageNumber }),
  response: contentPage(userPledge),
});

export const getUserInsights = endpoint({
  id: 'factuaryPrograms.getUserInsights',
  service,
  method: 'GET',
  path: `${v1}/users/{id}/userinsights`,
  summary: 'Insights of a member, the newest first, a page at a time from 0. The member sees those that were delivered',
  access: access.readMember('id'),
  params: member,
  query: z.object({ per_page: perPage(contentPerPage), status: commaList(z.enum(insightStatuses)).optional(), page: pageNumber }),
  response: contentPage(userInsight),
});

export const putUserInsight = endpoint({
  id: 'factuaryPrograms.putUserInsight',
  service,
  method: 'PUT',
  path: `${v1}/users/{id}/userinsights/{itemId}`,
  summary: 'Say that the member has read an insight, or rates it. Said again it changes nothing',
  access: access.asMember('id'),
  params: item,
  body: insightDoing,
  response: userInsight,
  errors: ['conflict'],
});

export const putUserPledge = endpoint({
  id: 'factuaryPrograms.putUserPledge',
  service,
  method: 'PUT',
  path: `${v1}/users/{id}/userpledges/{itemId}`,
  summary: 'Opt into a pledge, or say that it is achieved. Said again it changes nothing',
  access: access.asMember('id'),
  params: item,
  body: pledgeDoing,
  response: userPledge,
  errors: ['conflict'],
});

export const postPledgeReport = endpoint({
  id: 'factuaryPrograms.postPledgeReport',
  service,
  method: 'POST',
  path: `${v1}/users/{id}/userpledges/{itemId}/reports`,
  summary: 'Say whether a pledge was kept today; of a day the last word counts. Kept on as many days as it asks for it is achieved',
  access: access.logForMember('id'),
  params: item,
  body: pledgeReport,
  response: userPledge,
  errors: ['conflict'],
});
