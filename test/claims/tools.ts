/** Every tool whose claims are audited. */
import { behaviour } from './cases/behaviour.ts';
import { branches } from './cases/branches.ts';
import { check } from './cases/check.ts';
import { compare } from './cases/compare.ts';
import { complete } from './cases/complete-step.ts';
import { conversation } from './cases/conversation.ts';
import { exception } from './cases/exception.ts';
import { growth } from './cases/growth.ts';
import { hypothesis } from './cases/hypothesis.ts';
import { indexAnswers } from './cases/index-answers.ts';
import { review } from './cases/review.ts';
import { tests } from './cases/run-tests.ts';
import { scrub } from './cases/scrub-secrets.ts';
import { tournament } from './cases/tournament.ts';
import { trace } from './cases/trace.ts';
import type { AuditedTool } from './claim.ts';

export const AUDITED: readonly AuditedTool[] = [
  check,
  exception,
  compare,
  tests,
  hypothesis,
  behaviour,
  scrub,
  review,
  branches,
  tournament,
  complete,
  conversation,
  growth,
  trace,
  indexAnswers,
];
