import type { UserSurvey } from '@vigil/contract/factuary-surveys.contract';
import { type SurveyScore, scoreOf } from '@vigil/domain/surveys/score';
import { inOrder } from '@vigil/domain/surveys/survey';
import type { PersonName } from '#people/index.ts';
import { counted, type KeptAnswer, type KeptAnswers } from './answering.rules.ts';
import type { GivenRow } from './given.store.ts';

const secondsOrNull = (ms: number | null) => (ms === null ? null : ms / 1000);
const answerOf = (kept: KeptAnswer | undefined) =>
  kept ? { answerIndices: kept.answerIndices && [...kept.answerIndices], answerText: kept.answerText } : null;
const shownScore = (score: SurveyScore): UserSurvey['score'] =>
  score.known ? { ...score } : { ...score, unanswered: [...score.unanswered] };

/** A given survey as it is answered: every question with both answers, and the scores with and without the care team's. */
export function userSurveyOf(row: GivenRow, answers: KeptAnswers, names: (userId: string) => PersonName): UserSurvey {
  const { content } = row;
  const nameOf = (userId: string) => {
    const { givenName: firstName, familyName: lastName } = names(userId);
    return { id: userId, firstName, lastName };
  };
  const lastEdit = [...answers.team.values()].toSorted((a, b) => b.atMs - a.atMs)[0];
  const questions = inOrder(content.questions).map((question) => {
    const [own, team] = [answers.member.get(question.name), answers.team.get(question.name)];
    const editor = team && nameOf(team.by);
    return {
      ...question,
      ...{ answer_selected: answerOf(own), answer_time: secondsOrNull(own?.atMs ?? null) },
      ...{ ctm_answer_selected: answerOf(team), ctm_uuid: team?.by ?? null, ctm_answer_time: secondsOrNull(team?.atMs ?? null) },
      ctm_name: editor ? `${editor.firstName} ${editor.lastName}` : null,
    };
  });
  return {
    ...{ user_survey_id: row.id, survey_id: row.surveyId, user_id: row.userId, version: row.version, content_type: 'survey' },
    ...{ name: row.name, title: content.title, titleEs: content.titleEs, intro: content.intro, introEs: content.introEs },
    ...{ status: row.status, origin: row.origin, time_created: row.createdAt / 1000, time_delivered: row.deliveredAt / 1000 },
    ...{ time_opened: secondsOrNull(row.openedAt), time_completed: secondsOrNull(row.completedAt) },
    questions: questions as UserSurvey['questions'],
    isEdited: lastEdit !== undefined,
    editor: lastEdit ? nameOf(lastEdit.by) : null,
    score: shownScore(scoreOf(content, counted(answers))),
    member_score: shownScore(scoreOf(content, answers.member)),
    scoreSource: content.scoring?.source ?? null,
  };
}
